import { defineIndicator } from "../define.ts";
import { black, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";

/**
 * Engulfing pattern: a body that contains the previous body of the other color. The other side has taken over in one bar.
 *
 * Bar 2 has the other color than bar 1. Its body contains the body of bar 1 and extends beyond it at one end or both.
 *
 * - 100 if bar 2 is white, -100 if it is black.
 * - First value at index 2. No value with a missing bar among the last 3.
 *
 * In TA-Lib: CDLENGULFING.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [11, 11.5, 10, 10.5], [10, 12, 10, 11.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * engulfing(open, high, low, close).at(-1); // 100
 */
export const engulfing = defineIndicator(
  candlestickPattern({
    name: "engulfing",
    title: "Engulfing pattern",
    reach: 2,
    terms: {},
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      if (white(bars, i))
        return black(bars, i - 1) &&
          ((close[i]! >= open[i - 1]! && open[i]! < close[i - 1]!) ||
            (close[i]! > open[i - 1]! && open[i]! <= close[i - 1]!))
          ? 100
          : 0;
      return white(bars, i - 1) &&
        ((open[i]! >= close[i - 1]! && close[i]! < open[i - 1]!) ||
          (open[i]! > close[i - 1]! && close[i]! <= open[i - 1]!))
        ? -100
        : 0;
    },
  }),
);
