import type { ERROR_TABLE } from "./error-table.ts";

/** The code of a failure that Hindcast reports on purpose; `docs/reference/errors.md` describes each. */
export type ErrorCode = keyof typeof ERROR_TABLE;

/** What an error was about: the values that its message names, as fields, and the `cause`. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * The class of all errors on purpose. `code` says which rule was broken, `message` what must hold and what it was, `details` the same values as
 * fields; `cause` is the error behind it, where there is one. Errors of the served API and its client extend it, with codes of their own.
 *
 * @example
 * try { await readCsv("prices.csv"); } catch (error) {
 *   if (error instanceof HindcastError) console.error(error.code, error.details);
 * }
 */
export class HindcastError extends Error {
  override readonly name: string = "HindcastError";
  // Declared, since an indicator that a page imports alone carries this class: fields would be written twice.
  declare readonly code: ErrorCode | (string & {});
  declare readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.details = details;
  }
}
