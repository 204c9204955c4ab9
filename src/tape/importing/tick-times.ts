import { parseInstant } from "../../time/instant.ts";
import type { Zone } from "../../time/zone.ts";
import type { CellReader } from "../csv/cell-reader.ts";
import { textTimes } from "./text-times.ts";

/** Counts since 1970 below these are in the unit, so many of which make a millisecond. */
const UNITS: readonly (readonly [below: number, perMs: number])[] = [
  [1e11, 0.001],
  [1e14, 1],
  [1e17, 1000],
  [Infinity, 1_000_000],
];

/**
 * Times of trades, as exact as the file has them, down to the millisecond in which they lie: ISO with up to nine decimals of a second, or
 * counts since 1970, each known by its size as seconds, milliseconds, microseconds or nanoseconds.
 */
export function tickTimes(zone: Zone): CellReader {
  let offset: boolean | undefined;
  return textTimes((text) => {
    if (/^\d+(?:\.\d+)?$/.test(text)) {
      const count = Number(text);
      const perMs = UNITS.find(([below]) => count < below)![1];
      // Seconds with decimals are not exact in binary; a trade at 0.289 s must not fall to 288 ms.
      return Math.floor(count / perMs + 1e-4);
    }
    const has = /[T ].*(?:Z|[+-][\d:]+)$/.test(text);
    offset ??= has;
    if (offset !== has) return `a time with ${offset ? "an" : "no"} offset, as the first of its column`;
    try {
      return parseInstant(text.replace(/(\.\d{3})\d{1,6}(?=\D|$)/, "$1"), zone.name);
    } catch {
      return "an ISO time, or a number since 1970";
    }
  });
}
