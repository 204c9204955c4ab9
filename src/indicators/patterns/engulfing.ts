import { defineIndicator } from "../define.ts";
import { black, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";

/**
 * Engulfing pattern: a body that swallows the body before it, of the other color: in one bar the other side has taken over.
 *
 * A bar; a bar of the other color whose body holds the first body, at one end at least with room to spare.
 *
 * - 100 where the second bar is white, -100 where it is black. TA-Lib marks by 80 where one end is the same; here that is
 *   100 too.
 * - First value at index 2. A missing bar among the last 3 leaves no value.
 *
 * TA-Lib's CDLENGULFING.
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
    words: {},
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
