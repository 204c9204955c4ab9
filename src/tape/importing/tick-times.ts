import { HindcastError } from "../../primitives/errors.ts";
import { parseInstant } from "../../time/instant.ts";
import type { Zone } from "../../time/zone.ts";
import type { CellReader } from "../csv/cell-reader.ts";
import { textTimes } from "./text-times.ts";

/** Counts since 1970 below these are in the unit that has so many digits fewer, or more, than milliseconds have. */
const UNITS: readonly (readonly [below: number, digits: number])[] = [
  [1e11, 3],
  [1e14, 0],
  [1e17, -3],
  [Infinity, -6],
];

/** The last millisecond of the year 9999. */
const LAST = 253_402_300_799_999;

/**
 * Times of trades, as exact as the file has them, down to the millisecond in which they lie: ISO with up to nine decimals of a second, or
 * counts since 1970, each known by its size as seconds, milliseconds, microseconds or nanoseconds.
 */
export function tickTimes(zone: Zone): CellReader {
  let offset: boolean | undefined;
  return textTimes((text) => {
    if (/^\d+(?:\.\d+)?$/.test(text)) {
      // By digits: seconds with decimals and counts of nanoseconds are more than a double holds.
      const [whole = "", fraction = ""] = text.split(".");
      const [, digits] = UNITS.find(([below]) => Number(text) < below || below === Infinity)!;
      const instant = Number(
        digits > 0 ? whole + fraction.slice(0, digits).padEnd(digits, "0") : whole.slice(0, whole.length + digits),
      );
      return instant <= LAST ? instant : "a number since 1970 within the years 1 to 9999";
    }
    const has = /[T ].*(?:Z|[+-][\d:]+)$/.test(text);
    offset ??= has;
    if (offset !== has) return `a time with ${offset ? "an" : "no"} offset, as the first of its column`;
    try {
      return parseInstant(text.replace(/(\.\d{3})\d{1,6}(?=\D|$)/, "$1"), zone.name);
    } catch (error) {
      const mustBe = error instanceof HindcastError && error.details["mustBe"];
      return /^\d{4}-\d{2}-\d{2}/.test(text) && typeof mustBe === "string"
        ? mustBe
        : "an ISO time, or a number since 1970";
    }
  });
}
