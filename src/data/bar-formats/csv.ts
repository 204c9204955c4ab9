import type { BarFormat } from "../bar-format.ts";
import { openCsv } from "../csv/open-csv.ts";

/** Text of delimited cells: any file whose first bytes show no other format. */
export const csv: BarFormat = {
  name: "csv",
  title: "CSV: text with commas, semicolons, tabs or bars between cells",
  endings: [".csv", ".tsv", ".txt"],
  matches: () => true,
  open: openCsv,
};
