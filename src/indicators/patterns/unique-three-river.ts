import { defineIndicator } from "../define.ts";
import { above, black, body, bodyLong, bodyShort, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Unique three river: a fall that makes a new low, recovers and stays above that low. A bottom is forming. It is rare.
 *
 * Bar 1 is black and has a long body. Bar 2 is black, opens inside that body, closes above the first close and makes a
 * lower low. Bar 3 is white and short, and opens above that low.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `bodyShort` and `bodyLong`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDLUNIQUE3RIVER.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [13, 13, 9, 11], [9.5, 10.2, 9.3, 10]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * uniqueThreeRiver(open, high, low, close).at(-1); // 100
 */
export const uniqueThreeRiver = defineIndicator(
  candlestickPattern({
    name: "uniqueThreeRiver",
    title: "Unique three river",
    reach: 2,
    terms: { bodyShort: BODY_SHORT, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, low, close } = bars;
      return black(bars, i - 2) &&
        above(bars, i, body(bars, i - 2), bodyLong(bars, i - 2)) &&
        black(bars, i - 1) &&
        close[i - 1]! > close[i - 2]! &&
        open[i - 1]! <= open[i - 2]! &&
        low[i - 1]! < low[i - 2]! &&
        white(bars, i) &&
        above(bars, i, bodyShort(bars, i), body(bars, i)) &&
        open[i]! > low[i - 1]!
        ? 100
        : 0;
    },
  }),
);
