import { type ErrorCode, type ErrorDetails, HindcastError } from "../../primitives/errors.ts";

/** An error about a recording or one of its files, named as the user did: `market/bars-0001.arrow must be …, was …`. */
export function recordingError(
  code: ErrorCode,
  path: string,
  message: string,
  details: ErrorDetails = {},
): HindcastError {
  return new HindcastError(code, `${path} ${message}`, { file: path, ...details });
}

/** The code of an error of the system; undefined for every other. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name === "HindcastError" || !("code" in error)) return undefined;
  return String(error.code);
}
