import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BarFileOptions, ImportSettings } from "hindcast/data";

/** A kind of file with market data, in a small file made for the test, and what the reader does with it. */
export interface FileKind {
  /** What the file is, for the docs. */
  readonly kind: string;
  /** Name of the file; symbols may come from it. */
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Layout of a file that is no text, for the docs. */
  readonly layout?: string;
  /** Text of the refusal without options: it names the option or the command that decides. */
  readonly refusal?: string;
  /** Options with which the file is read; after a refusal, those that decide. */
  readonly options?: BarFileOptions;
  /** These options on the command line, for the docs. */
  readonly flags?: string;
  /** Bars by symbol: start, open, high, low, close and volume, separated by spaces. Undefined if no option makes the file readable. */
  readonly bars?: Readonly<Record<string, readonly string[]>>;
  /** How the file is imported into a recording, if it has no bars. `rows` are its quotes, bars and contracts, as texts. */
  readonly imports?: {
    readonly importer: string;
    readonly settings?: ImportSettings;
    readonly rows: readonly string[];
  };
  /** Texts that the notes must contain. */
  readonly says?: readonly string[];
}

const VALUES = ["10 12 9 11 100", "11 13 10 12 200", "12 14 11 13 300"] as const;

/** Returns three bars at the given starts: 10 12 9 11 100, 11 13 10 12 200, 12 14 11 13 300. */
export function at(...starts: readonly string[]): readonly string[] {
  return starts.map((start, i) => `${start} ${VALUES[i]}`);
}

/** Starts of three days at midnight UTC. */
export const DAYS = ["2024-01-02T00:00Z", "2024-01-03T00:00Z", "2024-01-04T00:00Z"] as const;
/** Starts of the first three minutes of a session in New York. */
export const MINUTES = ["2024-01-02T14:30Z", "2024-01-02T14:31Z", "2024-01-02T14:32Z"] as const;
/** Starts of three minutes and hours in UTC. */
export const UTC_MINUTES = ["2024-01-02T09:30Z", "2024-01-02T09:31Z", "2024-01-02T09:32Z"] as const;
export const HOURS = ["2024-01-02T09:00Z", "2024-01-02T10:00Z", "2024-01-02T11:00Z"] as const;

export const NEW_YORK = { options: { zone: "America/New_York" }, flags: "--zone America/New_York" } as const;

/** Returns the lines of a text file. */
export function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}

/** Reads a file that `write-files.py` wrote. */
export function binary(name: string): Uint8Array {
  return readFileSync(join(import.meta.dirname, "files", name));
}
