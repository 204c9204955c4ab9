/**
 * Every failure that Hindcast reports on purpose, by code. Each code is described in `docs/errors.md`.
 */
export type ErrorCode =
  | "ADDRESS_UNAVAILABLE"
  | "BARS_INVALID"
  | "CALENDAR_INVALID"
  | "CALENDAR_UNKNOWN"
  | "CASH_OUT_OF_RANGE"
  | "DATA_EMPTY"
  | "DATA_FILE_INVALID"
  | "DATA_FILE_NOT_FOUND"
  | "DATE_INVALID"
  | "DATE_RANGE_EMPTY"
  | "EXPIRATION_UNKNOWN"
  | "IMPORT_REFUSED"
  | "INDICATOR_UNKNOWN"
  | "INTERRUPTED"
  | "INTERVAL_UNAVAILABLE"
  | "INTERVAL_UNKNOWN"
  | "JOURNAL_INVALID"
  | "KEY_UNKNOWN"
  | "LOOKAHEAD_FOUND"
  | "MONEY_OUT_OF_RANGE"
  | "ORDER_INVALID"
  | "OUTPUT_NOT_WRITABLE"
  | "PACKAGE_MISSING"
  | "PARAMETER_OUT_OF_RANGE"
  | "PARAMETER_UNKNOWN"
  | "RAW_UNAVAILABLE"
  | "RECORDING_DAMAGED"
  | "RECORDING_INVALID"
  | "RECORDING_NOT_FOUND"
  | "REDIS_LOST"
  | "SETTING_INVALID"
  | "STATE_INVALID"
  | "STRATEGY_EXITED"
  | "STRATEGY_INVALID"
  | "STRATEGY_NOT_FOUND"
  | "STRATEGY_OUT_OF_MEMORY"
  | "SYMBOL_UNKNOWN"
  | "TRIAL_UNREPEATABLE"
  | "USAGE"
  | "WORKER_LOST"
  | "ZONE_UNKNOWN";

/** What an error was about: the values that its message names, as fields. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * The one error class. `code` says which rule was broken, `message` what must hold and what it was,
 * `details` the same values as fields.
 *
 * @example
 * try { await readCsv("prices.csv"); } catch (error) {
 *   if (error instanceof HindcastError) console.error(error.code, error.details);
 * }
 */
export class HindcastError extends Error {
  override readonly name = "HindcastError";
  // Declared, since an indicator that a page imports alone carries this class: fields would be written twice.
  declare readonly code: ErrorCode;
  declare readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
