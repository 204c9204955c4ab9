import { HindcastError } from "../../primitives/errors.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { parseDate } from "../../time/instant.ts";
import { refused } from "./refused.ts";

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
