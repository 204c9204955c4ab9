import { zipOf } from "../../support/zip-of.ts";
import { at, binary, DAYS, type FileKind, lines } from "./file-kind.ts";

const CSV = lines(
  "timestamp,open,high,low,close,volume",
  "2024-01-02,10,12,9,11,100",
  "2024-01-03,11,13,10,12,200",
  "2024-01-04,12,14,11,13,300",
);
const begins = (...bytes: readonly (string | number)[]): Uint8Array =>
  Buffer.concat([
    ...bytes.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.of(part))),
    Buffer.alloc(64),
  ]);

/** Packed files, and files that are no table: they are refused by what they are. */
export const otherFiles: readonly FileKind[] = [
  {
    kind: "CSV in a zip archive",
    name: "archive.zip",
    content: zipOf("AAA.csv", CSV),
    layout: "AAA.csv",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "workbook (xlsx)",
    name: "AAA.xlsx",
    content: zipOf("xl/workbook.xml", "<workbook/>"),
    layout: "zip archive",
    refusal: "is a workbook (xlsx). Save its sheet as CSV",
  },
  { kind: "DBN of Databento", name: "AAA.dbn", content: begins("DBN", 1), layout: "`DBN`", refusal: "DBN" },
  {
    kind: "HDF5 (`to_hdf`)",
    name: "AAA.h5",
    content: begins(0x89, "HDF", 13, 10, 26, 10),
    layout: "`\\x89HDF`",
    refusal: "HDF5",
  },
  {
    kind: "SQLite",
    name: "AAA.db",
    content: begins("SQLite format 3\0"),
    layout: "`SQLite format 3`",
    refusal: "SQLite",
  },
  { kind: "packed with xz", name: "AAA.csv.xz", content: begins(0xfd, "7zXZ\0"), layout: "`7zXZ`", refusal: "xz" },
  {
    kind: "packed with bzip2",
    name: "AAA.csv.bz2",
    content: binary("days.csv.bz2"),
    layout: "`BZh`",
    refusal: "bzip2",
  },
  {
    kind: "CSV in UTF-16",
    name: "AAA.csv",
    content: Buffer.from(`\uFEFF${CSV}`, "utf16le"),
    layout: "text in UTF-16",
    refusal: "UTF-16",
  },
  { kind: "Feather, version 1", name: "AAA.feather", content: begins("FEA1"), layout: "`FEA1`", refusal: "Feather" },
];
