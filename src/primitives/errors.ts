import type { ERROR_TABLE } from "./error-table.ts";

/** Code of a deliberate error; `docs/reference/errors.md` describes each. */
export type ErrorCode = keyof typeof ERROR_TABLE;

/** The values in the message of an error, as fields, and the `cause`. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * Base class of all deliberate errors. `code` identifies the rule that was broken. `message` contains the rule and the value found, `details` the
 * same values as fields, and `cause` the original error, if any. Errors of the served API and its client extend this class with their own
 * codes.
 *
 * @example
 * try { await readBars("prices.csv"); } catch (error) {
 *   if (error instanceof HindcastError) console.error(error.code, error.details);
 * }
 */
export class HindcastError extends Error {
  override readonly name: string = "HindcastError";
  // `declare` keeps the bundle of a single indicator small: fields would be initialized twice.
  declare readonly code: ErrorCode | (string & {});
  declare readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.details = details;
  }
}
