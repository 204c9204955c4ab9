import { defineIndicator } from "../define.ts";
import { black, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";

/**
 * Three outside up and down: an engulfing pattern, confirmed by a third bar that closes further in the new direction.
 *
 * Bar 2 has the other color than bar 1, and its body contains that of bar 1. Bar 3 closes beyond the close of bar 2.
 *
 * - 100 if bar 2 is white (three outside up), -100 if it is black (three outside down).
 * - First value at index 3. No value with a missing bar among the last 4.
 *
 * In TA-Lib: CDL3OUTSIDE.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [11, 11.5, 10, 10.5], [10, 12, 10, 11.5], [11.5, 13, 11.5, 12.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * threeOutside(open, high, low, close).at(-1); // 100
 */
export const threeOutside = defineIndicator(
  candlestickPattern({
    name: "threeOutside",
    title: "Three outside up and down",
    reach: 3,
    terms: {},
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      return white(bars, i - 1)
        ? black(bars, i - 2) &&
          close[i - 1]! > open[i - 2]! &&
          open[i - 1]! < close[i - 2]! &&
          close[i]! > close[i - 1]!
          ? 100
          : 0
        : white(bars, i - 2) &&
            open[i - 1]! > close[i - 2]! &&
            close[i - 1]! < open[i - 2]! &&
            close[i]! < close[i - 1]!
          ? -100
          : 0;
    },
  }),
);
