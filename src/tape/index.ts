// The tape: recorded data sets and the readers that bring them in.
export type { BarFile } from "./bar-file.ts";
export { type CsvOptions, readCsv } from "./sources/csv.ts";
