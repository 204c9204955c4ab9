import { defineIndicator } from "../define.ts";
import { above, body, bodyShort, color, lowerShadow, upperShadow } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Spinning top: a short body between longer shadows. Both sides tried and neither won.
 *
 * One bar has a short body and, at each end, a shadow longer than the body.
 *
 * - 100 for a white bar, -100 for a black one; the color is not a forecast.
 * - `CANDLESTICK_SETTINGS` defines `bodyShort`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLSPINNINGTOP.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10.5, 12, 9.5, 11]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * spinningTop(open, high, low, close).at(-1); // 100
 */
export const spinningTop = defineIndicator(
  candlestickPattern({
    name: "spinningTop",
    title: "Spinning top",
    reach: 0,
    terms: { bodyShort: BODY_SHORT },
    params: {},
    rule: (bars, i) => {
      return above(bars, i, bodyShort(bars, i), body(bars, i)) &&
        above(bars, i, upperShadow(bars, i), body(bars, i)) &&
        above(bars, i, lowerShadow(bars, i), body(bars, i))
        ? 100 * color(bars, i)
        : 0;
    },
  }),
);
