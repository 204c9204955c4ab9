import { defineIndicator } from "../define.ts";
import type { CandlestickBars } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { isConfirmed } from "./hikkake-confirmation.ts";

/**
 * Hikkake pattern: a false break out of an inside bar. The break is expected to fail, so the value points against it.
 *
 * A bar within the range of the bar before; a bar with a lower high and a lower low, or with a higher high and a higher
 * low.
 *
 * - 100 where the break is down, -100 where it is up.
 * - The bar that completes the pattern has its value, and so has the one that confirms it: one of the next three bars, the
 *   first that closes beyond the bar before the false break, if no new pattern comes in between. TA-Lib marks the
 *   confirmation by 200; here it is 100 too.
 * - First value at index 5. A missing bar among the last 6 leaves no value.
 *
 * Daniel L. Chesler, Trading False Moves with the Hikkake Pattern, Active Trader (2004).
 * TA-Lib's CDLHIKKAKE.
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
    words: {},
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

/** The false break that is complete with the bar, against its direction. */
function falseBreak({ high, low }: CandlestickBars, i: number): number {
  if (high[i - 1]! >= high[i - 2]! || low[i - 1]! <= low[i - 2]!) return 0;
  if (high[i]! < high[i - 1]! && low[i]! < low[i - 1]!) return 100;
  return high[i]! > high[i - 1]! && low[i]! > low[i - 1]! ? -100 : 0;
}
