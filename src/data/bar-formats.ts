import { isArrow, openArrow } from "./arrow/open-arrow.ts";
import type { TextBytes } from "./csv/cell.ts";
import { openCsv } from "./csv/open-csv.ts";
import { unterminatedLineNotes } from "./csv/rows.ts";
import { isJson, isJsonLines } from "./json/json-bytes.ts";
import { openJsonLines } from "./json/open-json-lines.ts";
import { openJson } from "./json/open-json.ts";
import { openParquet } from "./parquet/open-parquet.ts";
import type { BarTable } from "./reading/bar-table.ts";

/** A file format to read bars from. */
export interface BarFormat {
  readonly name: string;
  /** Title of the format, as lists of formats show it. */
  readonly title: string;
  /** File name extensions of this format, such as `.csv`. */
  readonly endings: readonly string[];
  /** Returns whether the first bytes of a file show this format. */
  readonly matches: (bytes: Uint8Array) => boolean;
  /** Opens the unpacked contents of a file. Throws `DATA_EMPTY` and `DATA_FILE_INVALID`. */
  readonly open: (file: string, text: TextBytes, maxBytes: number) => BarTable | Promise<BarTable>;
  /** Returns a note if the end of a file that was not packed may be missing. */
  readonly endNotes: (file: string, text: TextBytes) => readonly string[];
}

/** File formats, in the order in which they are tried. Any other text is CSV. */
export const barFormats: readonly BarFormat[] = [
  {
    name: "parquet",
    title: "Parquet, compressed or not",
    endings: [".parquet", ".pq"],
    matches: (bytes) => ["P", "A", "R", "1"].every((letter, i) => bytes[i] === letter.charCodeAt(0)),
    open: openParquet,
    endNotes: () => [],
  },
  {
    name: "arrow",
    title: "Arrow (Feather), compressed or not",
    endings: [".feather", ".arrow", ".arrows", ".ipc", ".ftr"],
    matches: isArrow,
    open: openArrow,
    endNotes: () => [],
  },
  {
    name: "ndjson",
    title: "NDJSON: one JSON object per line",
    endings: [".ndjson", ".jsonl"],
    matches: isJsonLines,
    open: openJsonLines,
    endNotes: () => [],
  },
  {
    name: "json",
    title: "JSON: lists of objects or of numbers, or lists by column, date or symbol",
    endings: [".json"],
    matches: isJson,
    open: openJson,
    endNotes: () => [],
  },
  {
    name: "csv",
    title: "CSV: text with commas, semicolons, tabs or bars between cells",
    endings: [".csv", ".tsv", ".txt"],
    matches: () => true,
    open: openCsv,
    endNotes: unterminatedLineNotes,
  },
];

/** Endings of file names, also when packed. */
export const BAR_FILE_ENDINGS: readonly string[] = barFormats.flatMap(({ endings }) =>
  endings.flatMap((ending) => [ending, `${ending}.gz`, `${ending}.zst`, `${ending}.zip`]),
);

/** Returns the format that the first bytes of a file show. */
export function formatOf(bytes: Uint8Array): BarFormat {
  return barFormats.find((format) => format.matches(bytes))!;
}
