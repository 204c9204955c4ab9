import type { ParameterProblem } from "../schemas/api-error.ts";
import { type ApiError } from "./errors/api-error.ts";
import { refused } from "./market-data/refused.ts";

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
