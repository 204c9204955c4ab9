import { HindcastError } from "../../primitives/errors.ts";
import { parseInstant } from "../../time/instant.ts";

/**
 * The instant that followed an option, epoch milliseconds; without `Z` or an offset a time of the zone. Throws DATE_INVALID, and names the option.
 */
export function optionInstant(option: string, text: string, zone: string): number {
  try {
    return parseInstant(text, zone);
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    throw new HindcastError(error.code, error.message.replace(/^time/, option), { option, ...error.details });
  }
}
