import { roundHalfAway } from "../primitives/rounding.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { formatDate } from "../time/instant.ts";

/**
 * Id of an option contract by the convention of the Options Clearing Corporation: root, date, C or P, strike in thousandths.
 *
 * @example
 * occSymbol("AAPL", 19741, "C", 150); // "AAPL240119C00150000"
 */
export function occSymbol(underlying: string, expiration: number, right: "C" | "P", strike: number): string {
  const date = formatDate(expiration * DAY_MS)
    .slice(2)
    .replaceAll("-", "");
  const thousandths = String(roundHalfAway(strike * 1000)).padStart(8, "0");
  return `${underlying.replaceAll(/[^A-Z0-9]/g, "")}${date}${right}${thousandths}`;
}
