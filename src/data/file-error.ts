import { shown } from "../primitives/check.ts";
import { type ErrorCode, type ErrorDetails, HindcastError } from "../primitives/errors.ts";
import { LINE_FEED, type TextBytes } from "./csv/cell.ts";

/** An error about a file or folder, which it names as the user did: `prices.csv must be …, was …`. */
export function fileError(code: ErrorCode, file: string, message: string, details: ErrorDetails = {}): HindcastError {
  return new HindcastError(code, `${file} ${message}`, { file, ...details });
}

/** The error of a file of prices that does not exist. */
export function fileNotFound(file: string): HindcastError {
  return new HindcastError("DATA_FILE_NOT_FOUND", `file not found: ${file}`, { file });
}

/** An error about a file of data that is not as it must be. */
export function invalidFile(file: string, message: string, details?: ErrorDetails): HindcastError {
  return fileError("DATA_FILE_INVALID", file, message, details);
}

/** An error about a file or the folder of a recording that is not as it must be. */
export function invalidRecording(path: string, message: string, details?: ErrorDetails): HindcastError {
  return fileError("RECORDING_INVALID", path, message, details);
}

/** The code of an error of the system, such as `ENOENT`; `undefined` for errors of other kinds. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name === "HindcastError" || !("code" in error)) return undefined;
  return String(error.code);
}

/** Where a cell stands: the file, the line as an editor counts it, and the column by its name in the header. */
export interface CellPlace {
  readonly file: string;
  readonly line: number;
  readonly column: string;
}

/** An error about one cell: `prices.csv, line 12, column Close: must be a number, was "abc"`. */
export function cellError(place: CellPlace, mustBe: string, was: string): HindcastError {
  const { file, line, column } = place;
  const found = was === "" ? "empty" : shown(was);
  return new HindcastError(
    "DATA_FILE_INVALID",
    `${file}, line ${line}, column ${column}: must be ${mustBe}, was ${found}`,
    { file, line, column, mustBe, was },
  );
}

/** Where the last line of each text was asked for. Who lists a thousand faults asks a thousand times, further and further down. */
const counted = new WeakMap<Uint8Array, { readonly at: number; readonly line: number }>();

/** The line, from 1, that the byte at `at` is in. */
export function lineAt({ bytes }: TextBytes, at: number): number {
  const before = counted.get(bytes);
  const from = before !== undefined && before.at <= at ? before : { at: 0, line: 1 };
  let line = from.line;
  for (let i = from.at; i < at; i++) if (bytes[i] === LINE_FEED) line++;
  counted.set(bytes, { at, line });
  return line;
}
