import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { CalendarDeclaration } from "../../time/calendar-declaration.ts";
import type { Interval } from "../../time/interval.ts";

/** What a manifest says that it is. */
export const FORMAT = "hindcast.recording";
/** The version of the format that is written, and the newest that is read. */
export const VERSION = 1;
/** The name of the manifest in the folder. */
export const MANIFEST_FILE = "manifest.json";

export type FileKind = "bars" | "quotes" | "chains" | "actions" | "facts";

/** One file of a recording, and what it must be. */
export interface RecordedFile {
  /** Its name in the folder of the recording. It is made from the symbol, but never read for it. */
  readonly file: string;
  readonly kind: FileKind;
  /** Whose it is; null in files of all symbols. */
  readonly symbol: string | null;
  /** Length of the bars; null in all other files. */
  readonly interval: Interval | null;
  readonly rows: number;
  /** Time of the first and of the last row, epoch milliseconds; null in a file without rows. */
  readonly first: number | null;
  readonly last: number | null;
  readonly bytes: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What a recording says of itself: all but its columns. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly licence: string;
  readonly provenance: "recorded" | "synthetic";
  /** Where the data come from and how they were read, one sentence each. */
  readonly notes: readonly string[];
  /** The name of the calendar by which the recording as a whole keeps time. */
  readonly mainCalendar: string;
  /** Names of calendars that are built in, and declarations of the recording's own. */
  readonly calendars: readonly (string | CalendarDeclaration)[];
  readonly instruments: readonly RecordedInstrument[];
  /** By kind, symbol, interval and time. */
  readonly files: readonly RecordedFile[];
}
