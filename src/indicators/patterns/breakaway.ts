import { defineIndicator } from "../define.ts";
import { atMost, body, bodyGapDown, bodyGapUp, bodyLong, color } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG } from "./candlestick-settings.ts";

/**
 * Breakaway: a move that gaps and continues for some bars, and is then reversed by one bar back into the gap. It marks the
 * end of the move.
 *
 * Bar 1 has a long body. Bar 2 has the same color, and its body lies beyond that body. Bar 3 has any color. Bar 4 has the
 * color of bar 1. The highs and lows of bars 3 and 4 each lie further on than those of the previous bar. Bar 5 has the
 * other color and closes in the gap between the first two bodies.
 *
 * - 100 after a fall, -100 after a rise.
 * - `CANDLESTICK_SETTINGS` defines `bodyLong`.
 * - First value at index 14. No value with a missing bar among the last 15.
 *
 * In TA-Lib: CDLBREAKAWAY.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [20, 20, 16, 16], [15.5, 15.8, 14.5, 15], [15, 15.2, 13.8, 14], [14, 14.5, 13, 13.2], [13.2, 15.9, 13.2, 15.7]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * breakaway(open, high, low, close).at(-1); // 100
 */
export const breakaway = defineIndicator(
  candlestickPattern({
    name: "breakaway",
    title: "Breakaway",
    reach: 4,
    terms: { bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, high, low, close } = bars;
      const first = color(bars, i - 4);
      if (atMost(bars, i, body(bars, i - 4), bodyLong(bars, i - 4))) return 0;
      if (color(bars, i - 3) !== first || color(bars, i - 1) !== first || color(bars, i) === first) return 0;
      if (first < 0)
        return bodyGapDown(bars, i - 3, i - 4) &&
          high[i - 2]! < high[i - 3]! &&
          low[i - 2]! < low[i - 3]! &&
          high[i - 1]! < high[i - 2]! &&
          low[i - 1]! < low[i - 2]! &&
          close[i]! > open[i - 3]! &&
          close[i]! < close[i - 4]!
          ? 100
          : 0;
      return bodyGapUp(bars, i - 3, i - 4) &&
        high[i - 2]! > high[i - 3]! &&
        low[i - 2]! > low[i - 3]! &&
        high[i - 1]! > high[i - 2]! &&
        low[i - 1]! > low[i - 2]! &&
        close[i]! < open[i - 3]! &&
        close[i]! > close[i - 4]!
        ? -100
        : 0;
    },
  }),
);
