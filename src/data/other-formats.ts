import type { TextBytes } from "./csv/cell.ts";
import { invalidFile } from "./file-error.ts";

/** Number of bytes at the beginning of a file that show its format. */
const SHOWN = 300;

/** Advice to save the table with pandas, which reads it with the given call. */
const pandas = (read: string): string => `Convert it with pandas: ${read}.to_parquet("bars.parquet")`;
const SAVE_SHEET = "Save its sheet as CSV";
const unpack = (command: string): string => `Unpack it first: ${command} FILE`;

/** A file format that is never read. */
interface OtherFormat {
  /** Beginnings of its bytes, one character a byte. Those of text are in small letters, and may follow spaces. */
  readonly starts: readonly string[];
  /** Byte at which they are. Default: the first. */
  readonly at?: number;
  readonly kind: string;
  readonly advice: string;
}

const FORMATS: readonly OtherFormat[] = [
  { starts: ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"], kind: "a workbook (xls)", advice: SAVE_SHEET },
  {
    starts: ["DBN\x01", "DBN\x02", "DBN\x03"],
    kind: "a DBN file of Databento",
    advice: 'Convert it to CSV: dbn FILE --csv, or DBNStore.from_file(FILE).to_csv("bars.csv") in Python',
  },
  { starts: ["\x89HDF"], kind: "an HDF5 file", advice: pandas("read_hdf(FILE)") },
  {
    starts: ["\x80\x02", "\x80\x03", "\x80\x04", "\x80\x05"],
    kind: "a pickle of Python",
    advice: pandas("read_pickle(FILE)"),
  },
  { starts: ["FEA1"], kind: "a Feather file of version 1", advice: pandas("read_feather(FILE)") },
  {
    starts: ["SQLite format 3"],
    kind: "an SQLite database",
    advice: 'Save its table as CSV: sqlite3 -header -csv FILE "select * from TABLE" > bars.csv',
  },
  {
    starts: ["DUCK"],
    at: 8,
    kind: "a DuckDB database",
    advice:
      "Programs read it with openDuckDb({ database, table }). For commands save its table: duckdb FILE \"copy TABLE to 'bars.parquet'\"",
  },
  {
    starts: ["RDX2\n", "RDX3\n", "RDA2\n", "RDA3\n", "X\n\0\0\0"],
    kind: "a file of R (rds or RData)",
    advice: 'Save its table in R: write.csv(table, "bars.csv", row.names = FALSE)',
  },
  {
    starts: [
      "<stata_dta>",
      ...["\x71", "\x72", "\x73"].flatMap((version) => [`${version}\x01\x01`, `${version}\x02\x01`]),
    ],
    kind: "a Stata file",
    advice: pandas("read_stata(FILE)"),
  },
  {
    starts: [`${"\0".repeat(12)}\xc2\xea\x81\x60`, "HEADER RECORD*******LIB"],
    kind: "a SAS file",
    advice: pandas("read_sas(FILE)"),
  },
  { starts: ["$FL2", "$FL3"], kind: "an SPSS file", advice: pandas("read_spss(FILE)") },
  { starts: ["MATLAB 5.0"], kind: "a MATLAB file", advice: 'Save its table in MATLAB: writetable(bars, "bars.csv")' },
  {
    starts: ["\x93NUMPY"],
    kind: "an array of NumPy",
    advice: 'Save it as CSV: numpy.savetxt("bars.csv", numpy.load(FILE), delimiter=",", fmt="%.17g")',
  },
  {
    starts: ["\x90\x01\0\0", "\x91\x01\0\0"],
    kind: "a history file of MetaTrader 4 (hst)",
    advice: "Export the bars as CSV: Tools, History Center, Export",
  },
  {
    starts: ["SCID8\0\0\0"],
    kind: "a file of Sierra Chart (scid)",
    advice: "Export the bars as text: Edit, Export Bar and Study Data to Text File",
  },
  { starts: ["%PDF-"], kind: "a PDF", advice: "Download the table as CSV" },
  {
    starts: ["<!doctype html", "<html", "<head", "<body", "<table"],
    kind: "a web page (HTML)",
    advice: "Open it in a browser: it may ask for a login or show an error instead of the file. Save a table as CSV",
  },
  { starts: ["<?xml"], kind: "XML", advice: "Save the table as CSV" },
  { starts: ["{\\rtf"], kind: "a text document (RTF)", advice: "Save the table as CSV" },
  {
    starts: ["version https://git-lfs"],
    kind: "a pointer of Git LFS, without the file itself",
    advice: "Run git lfs pull",
  },
  { starts: ["\x1f\x9d"], kind: "packed with compress", advice: unpack("uncompress") },
  { starts: ["\x04\x22\x4d\x18"], kind: "packed with LZ4", advice: unpack("lz4 -d") },
  { starts: Array.from("123456789", (level) => `BZh${level}`), kind: "packed with bzip2", advice: unpack("bunzip2") },
  { starts: ["\xfd7zXZ\0"], kind: "packed with xz", advice: unpack("unxz") },
  {
    starts: ["\x5d\0\0"],
    kind: "packed with LZMA, such as the bi5 files of Dukascopy",
    advice: "Download the data as CSV",
  },
  { starts: ["7z\xbc\xaf\x27\x1c"], kind: "a 7-Zip archive", advice: unpack("7z x") },
  { starts: ["Rar!\x1a\x07"], kind: "a RAR archive", advice: unpack("unrar x") },
  { starts: ["PK\x03\x04"], kind: "an archive in an archive", advice: "Unpack it first" },
  { starts: ["ustar"], at: 257, kind: "a tar archive", advice: unpack("tar -xf") },
];

/** Throws `DATA_FILE_INVALID` for unpacked contents in a format that is never read, with what the file is and what to do. */
export function refuseOtherFormats(file: string, { bytes, length }: TextBytes): void {
  const shown = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, SHOWN)).toString("latin1");
  const text = shown
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart()
    .toLowerCase();
  // Letters in the middle of a text may be anything, such as a symbol among the names of columns.
  const isText = !shown.includes("\0");
  const found = FORMATS.find(({ starts, at }) =>
    starts.some((start) =>
      at === undefined ? shown.startsWith(start) || text.startsWith(start) : !isText && shown.startsWith(start, at),
    ),
  );
  if (found === undefined) return;
  const { kind: was, advice } = found;
  throw invalidFile(file, `is ${was}, which Hindcast does not read. ${advice}`, { was });
}
