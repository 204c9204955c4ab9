import { defineIndicator } from "../define.ts";
import { above, body, bodyDoji, bodyGapDown, bodyGapUp, bottom, top } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI } from "./candlestick-settings.ts";

/**
 * Tristar pattern: three consecutive dojis, with the middle one beyond the others. A move has ended. It is very rare.
 *
 * Bars 1 to 3 are dojis, measured by the bars before bar 1. The body of bar 2 lies beyond that of bar 1, and bar 3 comes back from it.
 *
 * - 100 if bar 2 lies below, -100 if it lies above.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDLTRISTAR.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [11, 11.2, 10.8, 11], [12, 12.2, 11.8, 12], [11.5, 11.7, 11.3, 11.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * tristar(open, high, low, close).at(-1); // -100
 */
export const tristar = defineIndicator(
  candlestickPattern({
    name: "tristar",
    title: "Tristar pattern",
    reach: 2,
    terms: { bodyDoji: BODY_DOJI },
    params: {},
    rule: (bars, i) => {
      const limit = bodyDoji(bars, i - 2);
      if (
        above(bars, i, body(bars, i - 2), limit) ||
        above(bars, i, body(bars, i - 1), limit) ||
        above(bars, i, body(bars, i), limit)
      )
        return 0;
      if (bodyGapUp(bars, i - 1, i - 2)) return top(bars, i) < top(bars, i - 1) ? -100 : 0;
      return bodyGapDown(bars, i - 1, i - 2) && bottom(bars, i) > bottom(bars, i - 1) ? 100 : 0;
    },
  }),
);
