import { defineIndicator } from "../define.ts";
import { above, body, bodyLong, color, lowerShadow, shadowShort, upperShadow } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, SHADOW_SHORT } from "./candlestick-settings.ts";

/**
 * Long line bar: a long body between short shadows. One side was in control from open to close.
 *
 * One bar has a long body and a short shadow at each end.
 *
 * - 100 for a white bar, -100 for a black one.
 * - `CANDLESTICK_SETTINGS` defines `bodyLong` and `shadowShort`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLLONGLINE.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 14.2, 9.8, 14]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * longLine(open, high, low, close).at(-1); // 100
 */
export const longLine = defineIndicator(
  candlestickPattern({
    name: "longLine",
    title: "Long line bar",
    reach: 0,
    terms: { bodyLong: BODY_LONG, shadowShort: SHADOW_SHORT },
    params: {},
    rule: (bars, i) => {
      return above(bars, i, body(bars, i), bodyLong(bars, i)) &&
        above(bars, i, shadowShort(bars, i), upperShadow(bars, i)) &&
        above(bars, i, shadowShort(bars, i), lowerShadow(bars, i))
        ? 100 * color(bars, i)
        : 0;
    },
  }),
);
