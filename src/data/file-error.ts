import type { BarPlace } from "../market/validate-bars.ts";
import { formatValue } from "../primitives/check.ts";
import { type ErrorCode, type ErrorDetails, HindcastError } from "../primitives/errors.ts";
import { LINE_FEED, type TextBytes } from "./csv/cell.ts";

/** Creates an error about a file or folder, with its path as given: `prices.csv must be …, was …`. */
export function fileError(code: ErrorCode, file: string, message: string, details: ErrorDetails = {}): HindcastError {
  return new HindcastError(code, `${file} ${message}`, { file, ...details });
}

/** Creates the error for a missing data file. */
export function fileNotFound(file: string): HindcastError {
  return new HindcastError("DATA_FILE_NOT_FOUND", `file not found: ${file}`, { file });
}

/** Creates the error for an invalid data file. */
export function invalidFile(file: string, message: string, details?: ErrorDetails): HindcastError {
  return fileError("DATA_FILE_INVALID", file, message, details);
}

/** Creates the error for an invalid file or folder of a recording. */
export function invalidRecording(path: string, message: string, details?: ErrorDetails): HindcastError {
  return fileError("RECORDING_INVALID", path, message, details);
}

/** Returns the code of a system error, such as `ENOENT`; undefined for other errors. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name === "HindcastError" || !("code" in error)) return undefined;
  return String(error.code);
}

/** Location of a cell: file, line number from 1, and name of the column in the header. */
export interface CellPlace {
  readonly file: string;
  readonly line: number;
  readonly column: string;
}

/** Creates an error about one cell: `prices.csv, line 12, column Close: must be a number, was "abc"`. */
export function cellError(place: CellPlace, mustBe: string, was: string): HindcastError {
  const { file, line, column } = place;
  return rowError({ text: `${file}, line ${line}`, details: { file, line } }, column, mustBe, was);
}

/** Returns a column as errors name it: `column Close`, and `column 7` for one without a name. */
export function columnText(column: string): string {
  return /^column \d+$/.test(column) ? column : `column ${column}`;
}

/** Creates an error about one column of a row: `prices.parquet, row 12, column close: must be a number, was "abc"`. */
export function rowError({ text, details }: BarPlace, column: string, mustBe: string, was: string): HindcastError {
  const found = was === "" ? "empty" : formatValue(was);
  const message = `${text}, ${columnText(column)}: must be ${mustBe}, was ${found}`;
  return new HindcastError("DATA_FILE_INVALID", message, { ...details, column, mustBe, was });
}

/**
 * Position and line last counted in each text, so that errors listed in the order of the file do not count lines from the start each time.
 */
const counted = new WeakMap<Uint8Array, { readonly at: number; readonly line: number }>();

/** Returns the line number, from 1, of the byte at `at`. */
export function lineAt({ bytes }: TextBytes, at: number): number {
  const before = counted.get(bytes);
  const from = before !== undefined && before.at <= at ? before : { at: 0, line: 1 };
  let line = from.line;
  for (let i = from.at; i < at; i++) if (bytes[i] === LINE_FEED) line++;
  counted.set(bytes, { at, line });
  return line;
}
