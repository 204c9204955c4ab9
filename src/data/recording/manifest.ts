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

/** A plain name inside the folder: no separators, no `..`, nothing hidden, nothing that a shell or another system would read otherwise. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\.[A-Za-z0-9]{1,16}){1,2}$/;

/** Whether a manifest may name a file like this. */
export function isFileName(name: string): boolean {
  return SAFE.test(name) && name !== "manifest.json";
}

/**
 * The name of a file about one instrument: what it holds, the instrument's place in the manifest, and as much of its symbol as is safe, for
 * people. Two symbols that look the same once made safe (`A.B`, `A=B`; `aa`, `AA` where case does not count) differ by the place.
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
