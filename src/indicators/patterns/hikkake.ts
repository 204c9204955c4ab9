import { defineIndicator } from "../define.ts";
import type { CandlestickBars } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { isConfirmed } from "./hikkake-confirmation.ts";

/**
 * Hikkake pattern: a false breakout from an inside bar. The break is expected to fail, so the value points in the other direction.
 *
 * Bar 2 lies within the range of bar 1. Bar 3 has a lower high and a lower low than bar 2, or a higher high and a higher low.
 *
 * - 100 if the break is down, -100 if it is up.
 * - The value is on the bar that completes the pattern, and on the bar that confirms it. The confirming bar is the first of the next
 *   three bars that closes beyond the bar before the false break, unless a new pattern comes first.
 * - First value at index 5. No value with a missing bar among the last 6.
 *
 * Daniel L. Chesler, Trading False Moves with the Hikkake Pattern, Active Trader (2004).
 *
 * In TA-Lib: CDLHIKKAKE.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 11.5, 9.5, 11], [10, 11, 9, 10.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * hikkake(open, high, low, close).at(-1); // 100
 */
export const hikkake = defineIndicator(
  candlestickPattern({
    name: "hikkake",
    title: "Hikkake pattern",
    reach: 5,
    terms: {},
    params: {},
    rule: (bars, i) => {
      const found = falseBreak(bars, i);
      if (found !== 0) return found;
      for (let at = i - 1; at >= i - 3; at--) {
        const direction = falseBreak(bars, at);
        if (direction !== 0) return isConfirmed(bars, at, direction, i) ? direction : 0;
      }
      return 0;
    },
  }),
);

/** Returns the value of a hikkake pattern that bar `i` completes, whose sign is opposite to the break, or 0. */
function falseBreak({ high, low }: CandlestickBars, i: number): number {
  if (high[i - 1]! >= high[i - 2]! || low[i - 1]! <= low[i - 2]!) return 0;
  if (high[i]! < high[i - 1]! && low[i]! < low[i - 1]!) return 100;
  return high[i]! > high[i - 1]! && low[i]! > low[i - 1]! ? -100 : 0;
}
