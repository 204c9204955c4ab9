import { parseInstant } from "../../time/instant.ts";
import { namedTime } from "../../time/named-time.ts";

/**
 * The instant that followed an option, epoch milliseconds; without `Z` or an offset a time of the zone. Throws DATE_INVALID, and names the option.
 */
export function optionInstant(option: string, text: string, zone: string): number {
  return namedTime(option, () => parseInstant(text, zone));
}
