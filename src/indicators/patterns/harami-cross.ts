import { defineIndicator } from "../define.ts";
import { above, atMost, body, bodyDoji, bodyLong, bottom, color, top } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI, BODY_LONG } from "./candlestick-settings.ts";

/**
 * Harami cross: a harami whose second bar is a doji. After a long bar the move stops.
 *
 * Bar 1 has a long body. Bar 2 is a doji whose body lies inside the body of bar 1.
 *
 * - 100 after a black bar, -100 after a white one.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji` and `bodyLong`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLHARAMICROSS.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [12, 12.5, 11.5, 12]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * haramiCross(open, high, low, close).at(-1); // 100
 */
export const haramiCross = defineIndicator(
  candlestickPattern({
    name: "haramiCross",
    title: "Harami cross",
    reach: 1,
    terms: { bodyDoji: BODY_DOJI, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      return top(bars, i) <= top(bars, i - 1) &&
        bottom(bars, i) >= bottom(bars, i - 1) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        atMost(bars, i, body(bars, i), bodyDoji(bars, i))
        ? -100 * color(bars, i - 1)
        : 0;
    },
  }),
);
