import { parseInstant } from "../../time/instant.ts";
import { namedTime } from "../../time/named-time.ts";

/** A reader of the date or instant that follows an option, which stays text. Throws DATE_INVALID, and names the option. */
export function dateOption(option: string): (text: string) => string {
  return (text) => {
    namedTime(option, () => parseInstant(text));
    return text;
  };
}
