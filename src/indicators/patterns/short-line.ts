import { defineIndicator } from "../define.ts";
import { above, body, bodyShort, color, lowerShadow, shadowShort, upperShadow } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_SHORT, SHADOW_SHORT } from "./candlestick-settings.ts";

/**
 * Short line bar: a short body between short shadows. Little happened.
 *
 * One bar has a short body and a short shadow at each end.
 *
 * - 100 for a white bar, -100 for a black one; the color is not a forecast.
 * - `CANDLESTICK_SETTINGS` defines `bodyShort` and `shadowShort`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLSHORTLINE.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10.5, 11.2, 10, 10.8]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * shortLine(open, high, low, close).at(-1); // 100
 */
export const shortLine = defineIndicator(
  candlestickPattern({
    name: "shortLine",
    title: "Short line bar",
    reach: 0,
    terms: { bodyShort: BODY_SHORT, shadowShort: SHADOW_SHORT },
    params: {},
    rule: (bars, i) => {
      return above(bars, i, bodyShort(bars, i), body(bars, i)) &&
        above(bars, i, shadowShort(bars, i), upperShadow(bars, i)) &&
        above(bars, i, shadowShort(bars, i), lowerShadow(bars, i))
        ? 100 * color(bars, i)
        : 0;
    },
  }),
);
