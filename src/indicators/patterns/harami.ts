import { defineIndicator } from "../define.ts";
import { above, atMost, body, bodyLong, bodyShort, bottom, color, top } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Harami: a small body inside the long body of the previous bar. The move has lost its force. The name is Japanese for pregnant.
 *
 * Bar 1 has a long body. Bar 2 has a short body of any color inside it.
 *
 * - 100 after a black bar, -100 after a white one.
 * - `CANDLESTICK_SETTINGS` defines `bodyShort` and `bodyLong`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLHARAMI.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [11.5, 12.5, 11, 12]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * harami(open, high, low, close).at(-1); // 100
 */
export const harami = defineIndicator(
  candlestickPattern({
    name: "harami",
    title: "Harami",
    reach: 1,
    terms: { bodyShort: BODY_SHORT, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const wide = i - 1;
      const inside = top(bars, i) <= top(bars, wide) && bottom(bars, i) >= bottom(bars, wide);
      return inside &&
        above(bars, i, body(bars, wide), bodyLong(bars, wide)) &&
        atMost(bars, i, body(bars, i), bodyShort(bars, i))
        ? -100 * color(bars, wide)
        : 0;
    },
  }),
);
