import { gzipSync } from "node:zlib";
import { zipOf, zipOfAll } from "../../support/zip-of.ts";
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
    kind: "HistData's zip archive, with a text about gaps in the data",
    name: "HISTDATA_COM_ASCII_EURUSD_M1202407.zip",
    content: zipOfAll({
      "DAT_ASCII_EURUSD_M1_202407.csv": lines(
        "20240702 093000;10;12;9;11;100",
        "20240702 093100;11;13;10;12;200",
        "20240702 093200;12;14;11;13;300",
      ),
      "DAT_ASCII_EURUSD_M1_202407.txt": lines("Status report", "", "Gap of 61s found between 20240702 and 20240702."),
    }),
    layout: "zip archive",
    bars: { EURUSD: at("2024-07-02T14:30Z", "2024-07-02T14:31Z", "2024-07-02T14:32Z") },
    says: ["M1202407.zip:DAT_ASCII_EURUSD_M1_202407.csv: CSV with semicolons without a header; EURUSD"],
  },
  {
    kind: "zip archive with several tables",
    name: "archive.zip",
    content: zipOfAll({ "AAA.csv": CSV, "BBB.csv": CSV }),
    layout: "zip archive",
    refusal: "has 2 files, AAA.csv, BBB.csv. Choose one: ",
  },
  {
    kind: "workbook (xlsx)",
    name: "AAA.xlsx",
    content: zipOf("xl/workbook.xml", "<workbook/>"),
    layout: "zip archive",
    refusal: "is a workbook (xlsx). Save its sheet as CSV",
  },
  {
    kind: "workbook (ods)",
    name: "AAA.ods",
    content: zipOfAll({ "content.xml": "<office/>", "META-INF/manifest.xml": "<manifest/>" }),
    layout: "zip archive",
    refusal: "is a workbook (ods). Save its sheet as CSV",
  },
  {
    kind: "workbook (xls)",
    name: "AAA.xls",
    content: begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    layout: "compound file",
    refusal: "is a workbook (xls), which Hindcast does not read. Save its sheet as CSV",
  },
  {
    kind: "DBN of Databento",
    name: "AAA.dbn",
    content: begins("DBN", 3),
    layout: "`DBN`",
    refusal: "is a DBN file of Databento, which Hindcast does not read. Convert it to CSV: dbn FILE --csv",
  },
  {
    kind: "HDF5 (`to_hdf`)",
    name: "AAA.h5",
    content: begins(0x89, "HDF", 13, 10, 26, 10),
    layout: "`\\x89HDF`",
    refusal: "is an HDF5 file, which Hindcast does not read. Convert it with pandas: read_hdf(FILE)",
  },
  {
    kind: "pickle of a data frame (`to_pickle`)",
    name: "AAA.pkl",
    content: begins(0x80, 5, 0x95),
    layout: "`\\x80\\x05`",
    refusal: "is a pickle of Python, which Hindcast does not read. Convert it with pandas: read_pickle(FILE)",
  },
  {
    kind: "arrays of NumPy",
    name: "AAA.npy",
    content: begins(0x93, "NUMPY", 1, 0),
    layout: "`\\x93NUMPY`",
    refusal: "is an array of NumPy, which Hindcast does not read. Save it as CSV",
  },
  {
    kind: "SQLite",
    name: "AAA.db",
    content: begins("SQLite format 3\0"),
    layout: "`SQLite format 3`",
    refusal: "is an SQLite database, which Hindcast does not read. Save its table as CSV: sqlite3 -header -csv FILE",
  },
  {
    kind: "DuckDB",
    name: "AAA.duckdb",
    content: begins(0, 0, 0, 0, 0, 0, 0, 0, "DUCK"),
    layout: "`DUCK`",
    refusal:
      "is a DuckDB database, which Hindcast does not read. Programs read it with openDuckDb({ database, table })",
  },
  {
    kind: "R (`save`, unpacked from gzip)",
    name: "AAA.RData",
    content: gzipSync(begins("RDX3\nX\n")),
    layout: "`RDX3`",
    refusal: "is a file of R (rds or RData), which Hindcast does not read. Save its table in R: write.csv",
  },
  {
    kind: "Stata",
    name: "AAA.dta",
    content: begins("<stata_dta><header><release>118</release>"),
    layout: "`stata_dta`",
    refusal: "is a Stata file, which Hindcast does not read. Convert it with pandas: read_stata(FILE)",
  },
  {
    kind: "MetaTrader 4's history (hst)",
    name: "AAA.hst",
    content: begins(0x91, 1, 0, 0, "(C)opyright"),
    layout: "version 401",
    refusal: "is a history file of MetaTrader 4 (hst), which Hindcast does not read. Export the bars as CSV",
  },
  {
    kind: "Sierra Chart (scid)",
    name: "AAA.scid",
    content: begins("SCID8", 0, 0, 0),
    layout: "`SCID`",
    refusal: "is a file of Sierra Chart (scid), which Hindcast does not read. Export the bars as text",
  },
  {
    kind: "PDF",
    name: "AAA.pdf",
    content: begins("%PDF-1.7\n"),
    layout: "`%PDF-1.7`",
    refusal: "is a PDF, which Hindcast does not read. Download the table as CSV",
  },
  {
    kind: "web page instead of a download",
    name: "AAA.csv",
    content: lines("<!DOCTYPE html>", "<html><head><title>Log in</title></head></html>"),
    refusal: "is a web page (HTML), which Hindcast does not read. Open it in a browser",
  },
  {
    kind: "pointer of Git LFS",
    name: "AAA.csv",
    content: lines("version https://git-lfs.github.com/spec/v1", "oid sha256:0", "size 9"),
    refusal: "is a pointer of Git LFS, without the file itself, which Hindcast does not read. Run git lfs pull",
  },
  {
    kind: "packed with xz",
    name: "AAA.csv.xz",
    content: begins(0xfd, "7zXZ\0"),
    layout: "`7zXZ`",
    refusal: "is packed with xz, which Hindcast does not read. Unpack it first: unxz FILE",
  },
  {
    kind: "packed with bzip2",
    name: "AAA.csv.bz2",
    content: binary("days.csv.bz2"),
    layout: "`BZh`",
    refusal: "is packed with bzip2, which Hindcast does not read. Unpack it first: bunzip2 FILE",
  },
  {
    kind: "packed with 7-Zip",
    name: "AAA.7z",
    content: begins("7z", 0xbc, 0xaf, 0x27, 0x1c),
    layout: "`7z`",
    refusal: "is a 7-Zip archive, which Hindcast does not read. Unpack it first: 7z x FILE",
  },
  {
    kind: "tar archive, packed with gzip",
    name: "AAA.tar.gz",
    content: gzipSync(Buffer.concat([Buffer.from("AAA.csv".padEnd(257, "\0")), Buffer.from("ustar\0")])),
    layout: "`ustar`",
    refusal: "is a tar archive, which Hindcast does not read. Unpack it first: tar -xf FILE",
  },
  {
    kind: "bi5 of Dukascopy (LZMA)",
    name: "09h_ticks.bi5",
    content: begins(0x5d, 0, 0, 0x80, 0),
    layout: "LZMA",
    refusal:
      "is packed with LZMA, such as the bi5 files of Dukascopy, which Hindcast does not read. Download the data as CSV",
  },
  {
    kind: "CSV in UTF-16",
    name: "AAA.csv",
    content: Buffer.from(`\uFEFF${CSV}`, "utf16le"),
    layout: "text in UTF-16",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "tabs in UTF-16, as Excel saves Unicode text",
    name: "AAA.txt",
    content: Buffer.from(`\uFEFF${CSV.replaceAll(",", "\t")}`, "utf16le").swap16(),
    layout: "text in UTF-16",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "lines that end in CR alone",
    name: "AAA.csv",
    content: CSV.replaceAll("\n", "\r"),
    layout: "text in one line",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "Feather, version 1",
    name: "AAA.feather",
    content: begins("FEA1"),
    layout: "`FEA1`",
    refusal: "is a Feather file of version 1, which Hindcast does not read. Convert it with pandas: read_feather(FILE)",
  },
];
