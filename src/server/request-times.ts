import { HindcastError } from "../primitives/errors.ts";
import type { ParameterProblem } from "../schemas/api-error.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { parseDate } from "../time/instant.ts";
import { type ApiError, invalidParameters, refused } from "./errors/api-error.ts";

/**
 * The moment that a text of a request names, as `read` reads it. Throws INVALID_PARAMETERS for a text that names none, with the reason where it looks like
 * one: clocks of a zone that are put forward do not show every time.
 */
export function readMoment(
  where: Pick<ParameterProblem, "in" | "parameter">,
  text: string,
  read: () => number,
): number {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HindcastError) || error.code !== "DATE_INVALID") throw error;
    const { zone, mustBe } = error.details;
    const moment = zone === undefined ? "a date such as 2023-06-30, or an instant" : String(mustBe);
    throw invalidParameters([{ ...where, value: text, reason: `must be ${moment}` }]);
  }
}

/** A date of the query in days since 1970-01-01. Throws INVALID_PARAMETERS for a day that does not exist. */
export function queryDay(parameter: string, text: string): number {
  try {
    return parseDate(text) / DAY_MS;
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    const problem = { in: "query", parameter, value: text, reason: "date_invalid" } as const;
    throw refused(`${parameter} must be a date that exists, was ${text}`, [problem]);
  }
}

/** Years in which a market's clock may stand: those whose calendars reckon, with room before and after, and that have four digits wherever it is. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9000;

/** INVALID_PARAMETERS when an instant that a request names lies where no market's clock may stand; undefined for any other. */
export function beyondKnownYears(
  instant: number,
  where: Pick<ParameterProblem, "in" | "parameter">,
  text: string,
): ApiError | undefined {
  const year = new Date(instant).getUTCFullYear();
  if (year >= FIRST_YEAR && year <= LAST_YEAR) return undefined;
  return refused(`${where.parameter} must be of the years ${FIRST_YEAR} to ${LAST_YEAR}, was ${text}`, [
    { ...where, value: text, reason: "date_out_of_range" },
  ]);
}
