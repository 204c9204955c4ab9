import { HindcastError } from "../../primitives/errors.ts";
import { parseInstant } from "../../time/instant.ts";

/** A reader of the date or instant that follows an option, which stays text. Throws DATE_INVALID, and names the option. */
export function dateOption(option: string): (text: string) => string {
  return (text) => {
    try {
      parseInstant(text);
    } catch (error) {
      if (!(error instanceof HindcastError)) throw error;
      throw new HindcastError(error.code, error.message.replace(/^time/, option), { option, ...error.details });
    }
    return text;
  };
}
