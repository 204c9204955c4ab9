import { defineIndicator } from "../define.ts";
import {
  above,
  body,
  bodyLong,
  color,
  lowerShadow,
  same,
  shadowVeryShort,
  upperShadow,
  white,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, EQUAL, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Separating lines: a bar against the current move, and a bar with the same open in the direction of the move. The move continues.
 *
 * Bar 2 has a long body of the other color than bar 1, the same open, and almost no shadow at the open.
 *
 * - 100 if bar 2 is white, -100 if it is black.
 * - `CANDLESTICK_SETTINGS` defines `shadowVeryShort`, `bodyLong` and `equal`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLSEPARATINGLINES.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [12, 12, 10.5, 10.5], [12, 14.5, 12, 14.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * separatingLines(open, high, low, close).at(-1); // 100
 */
export const separatingLines = defineIndicator(
  candlestickPattern({
    name: "separatingLines",
    title: "Separating lines",
    reach: 1,
    terms: { shadowVeryShort: SHADOW_VERY_SHORT, bodyLong: BODY_LONG, equal: EQUAL },
    params: {},
    rule: (bars, i) => {
      const { open } = bars;
      return color(bars, i) !== color(bars, i - 1) &&
        same(bars, open[i]!, open[i - 1]!, i - 1) &&
        above(bars, i, body(bars, i), bodyLong(bars, i)) &&
        above(bars, i, shadowVeryShort(bars, i), white(bars, i) ? lowerShadow(bars, i) : upperShadow(bars, i))
        ? 100 * color(bars, i)
        : 0;
    },
  }),
);
