import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { CalendarDeclaration } from "../../time/calendar-declaration.ts";
import type { Interval } from "../../time/interval.ts";

/** Value of the field `format` of a manifest. */
export const FORMAT = "hindcast.recording";
/** Version of the format that is written and read. */
export const VERSION = 1;
/** File name of the manifest. */
export const MANIFEST_FILE = "manifest.json";

/** Content of a file of a recording. */
export type FileKind = "bars" | "quotes" | "chains" | "actions" | "facts";

/** A file of a recording, with the properties that its content must have. */
export interface RecordedFile {
  /** File name in the folder of the recording. It contains the symbol for readability only. */
  readonly file: string;
  readonly kind: FileKind;
  /** Symbol of the file's data; null for files with all symbols. */
  readonly symbol: string | null;
  /** Interval of bars; null for other files. */
  readonly interval: Interval | null;
  readonly rows: number;
  /** Times of the first and the last row, epoch milliseconds; null for a file without rows. */
  readonly first: number | null;
  readonly last: number | null;
  /** File size in bytes. */
  readonly bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/** The content of a recording's `manifest.json`: everything except the data files. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly licence: string;
  readonly provenance: "recorded" | "synthetic";
  /** Notes on the origin of the data and on how they were read. */
  readonly notes: readonly string[];
  /** Name of the calendar of the recording as a whole. */
  readonly mainCalendar: string;
  /** Names of built-in calendars, and declarations of others. */
  readonly calendars: readonly (string | CalendarDeclaration)[];
  readonly instruments: readonly RecordedInstrument[];
  /** Files, sorted by kind, instrument, interval and time. */
  readonly files: readonly RecordedFile[];
}

/** Matches plain file names: no separators, no `..`, no hidden files, and no characters that are special to a shell or file system. */
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\.[A-Za-z0-9]{1,16}){1,2}$/;

/** Whether a manifest may have a file of this name. */
export function isFileName(name: string): boolean {
  return FILE_NAME.test(name) && name !== "manifest.json";
}

/**
 * Returns the name of a file of one instrument: its kind, the position of the instrument in the manifest, and the safe characters of the
 * symbol. The position distinguishes symbols that have the same safe characters, such as `A.B` and `A=B`.
 *
 * @example
 * fileNameOf("bars", 2, "^GSPC", "1m-2020"); // bars-0002-GSPC-1m-2020.arrow
 */
export function fileNameOf(kind: FileKind, place: number, symbol: string, rest = ""): string {
  const plain = symbol
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 24);
  const parts = [kind, String(place).padStart(4, "0"), plain, rest];
  return `${parts.filter((part) => part !== "").join("-")}.arrow`;
}
