// The tape: recorded data sets and the readers that bring them in.
export type { Recording } from "./recording.ts";
export { type CsvOptions, readCsv } from "./sources/csv.ts";
