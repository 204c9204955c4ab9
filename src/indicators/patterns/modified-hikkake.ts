import { defineIndicator } from "../define.ts";
import { atMost, near, type CandlestickBars } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { NEAR } from "./candlestick-settings.ts";
import { isConfirmed } from "./hikkake-confirmation.ts";

/**
 * Modified hikkake pattern: a hikkake after two inside bars. The first of these closes near the end of its range, on the
 * side of the break. It is meant for turns, the plain hikkake for continuations.
 *
 * Bar 2 lies within the range of bar 1 and closes near its own low or high. Bar 3 lies within the range of bar 2. Bar 4 has a lower high
 * and a lower low than bar 3, after a close of bar 2 near its low. Or it has a higher high and a higher low, after a close near the high.
 *
 * - 100 if the break is down, -100 if it is up.
 * - The value is on the bar that completes the pattern, and on the bar that confirms it. The confirming bar is the first of the next
 *   three bars that closes beyond the bar before the false break, unless a new pattern comes first.
 * - `CANDLESTICK_SETTINGS` defines `near`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * Daniel L. Chesler, Trading False Moves with the Hikkake Pattern, Active Trader (2004).
 *
 * In TA-Lib: CDLHIKKAKEMOD.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10.4, 11.5, 9.5, 9.8], [10, 11, 9.8, 10.5], [10, 10.8, 9.4, 10]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * modifiedHikkake(open, high, low, close).at(-1); // 100
 */
export const modifiedHikkake = defineIndicator(
  candlestickPattern({
    name: "modifiedHikkake",
    title: "Modified hikkake pattern",
    reach: 5,
    terms: { near: NEAR },
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

/** Returns the value of a modified hikkake that bar `i` completes, whose sign is opposite to the break, or 0. */
function falseBreak(bars: CandlestickBars, i: number): number {
  const { high, low, close } = bars;
  const outer = i - 2;
  const inner = i - 1;
  if (high[outer]! >= high[i - 3]! || low[outer]! <= low[i - 3]!) return 0;
  if (high[inner]! >= high[outer]! || low[inner]! <= low[outer]!) return 0;
  if (high[i]! < high[inner]! && low[i]! < low[inner]!)
    return atMost(bars, i, close[outer]!, low[outer]! + near(bars, outer)) ? 100 : 0;
  if (high[i]! > high[inner]! && low[i]! > low[inner]!)
    return atMost(bars, i, high[outer]! - near(bars, outer), close[outer]!) ? -100 : 0;
  return 0;
}
