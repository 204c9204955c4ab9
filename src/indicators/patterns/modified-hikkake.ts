import { defineIndicator } from "../define.ts";
import { atMost, near, type CandlestickBars } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { NEAR } from "./candlestick-settings.ts";
import { isConfirmed } from "./hikkake-confirmation.ts";

/**
 * Modified hikkake pattern: a hikkake behind two inside bars, of which the first closes near the end of its range to which
 * the break goes. It is meant for turns, the plain one for moves that go on.
 *
 * A bar; a bar within its range that closes near its own low, or near its own high; a bar within the range of that; a bar
 * with a lower high and a lower low after the close near the low, or with a higher high and a higher low after the close
 * near the high.
 *
 * - 100 where the break is down, -100 where it is up.
 * - The bar that completes the pattern has its value, and so has the one that confirms it: one of the next three bars, the
 *   first that closes beyond the bar before the false break, if no new pattern comes in between. TA-Lib marks the
 *   confirmation by 200; here it is 100 too.
 * - What `near` means is in `CANDLESTICK_SETTINGS`.
 * - First value at index 10. A missing bar among the last 11 leaves no value.
 *
 * Daniel L. Chesler, Trading False Moves with the Hikkake Pattern, Active Trader (2004).
 * TA-Lib's CDLHIKKAKEMOD.
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
    words: { near: NEAR },
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
