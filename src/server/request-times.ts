import { HindcastError } from "../primitives/errors.ts";
import type { ParameterProblem } from "../schemas/api-error.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { parseDate } from "../time/instant.ts";
import { type ApiError, invalidParameters, refused } from "./errors/api-error.ts";

/**
 * Parses an instant in a request with `read`. Throws INVALID_PARAMETERS for an invalid text, and says so if daylight saving time skips the
 * local time.
 */
export function readInstant(
  where: Pick<ParameterProblem, "in" | "parameter">,
  text: string,
  read: () => number,
): number {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HindcastError) || error.code !== "DATE_INVALID") throw error;
    const { zone, mustBe } = error.details;
    const moment = zone === undefined ? "a date or time such as 2023-06-30 or 2023-06-30T14:30:00Z" : String(mustBe);
    throw invalidParameters([{ ...where, value: text, reason: `must be ${moment}` }]);
  }
}

/** Parses a date in a query as days since 1970-01-01. Throws INVALID_PARAMETERS for a date that does not exist. */
export function parseQueryDate(parameter: string, text: string): number {
  try {
    return parseDate(text) / DAY_MS;
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    const problem = { in: "query", parameter, value: text, reason: "date_invalid" } as const;
    throw refused(`${parameter} must be a valid date such as 2023-06-30, was ${text}`, [problem]);
  }
}

/** Range of years in which a market clock may be. Calendars reach beyond both ends, and years have four digits in every time zone. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9000;

/** Returns INVALID_PARAMETERS for an instant in a year that no market clock may have; undefined for other instants. */
export function yearOutOfRange(
  instant: number,
  where: Pick<ParameterProblem, "in" | "parameter">,
  text: string,
): ApiError | undefined {
  const year = new Date(instant).getUTCFullYear();
  if (year >= FIRST_YEAR && year <= LAST_YEAR) return undefined;
  return refused(`${where.parameter} must be in the years ${FIRST_YEAR} to ${LAST_YEAR}, was ${text}`, [
    { ...where, value: text, reason: "date_out_of_range" },
  ]);
}
