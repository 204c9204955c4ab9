import { HindcastError } from "../../primitives/errors.ts";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import { invalidParameters } from "./api-error.ts";

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
