import { defineIndicator } from "../define.ts";
import {
  above,
  atMost,
  body,
  bodyLong,
  bodyShort,
  near,
  shadowVeryShort,
  upperShadow,
  white,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, BODY_SHORT, NEAR, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Stalled pattern: three rising white bars, the last one small and near the top of the second. The rise has stalled.
 *
 * Three white bars have rising closes. Bars 1 and 2 have long bodies. Bar 2 has almost no upper shadow and opens above the
 * open of bar 1, inside or near its body. Bar 3 has a short body that opens near the close of bar 2 or above it.
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `bodyLong`, `bodyShort`, `shadowVeryShort` and `near`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDLSTALLEDPATTERN.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 13, 10, 13], [12.5, 16, 12.5, 16], [15.8, 16.8, 15.7, 16.3]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * stalledPattern(open, high, low, close).at(-1); // -100
 */
export const stalledPattern = defineIndicator(
  candlestickPattern({
    name: "stalledPattern",
    title: "Stalled pattern",
    reach: 2,
    terms: { bodyLong: BODY_LONG, bodyShort: BODY_SHORT, shadowVeryShort: SHADOW_VERY_SHORT, near: NEAR },
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      return white(bars, i - 2) &&
        white(bars, i - 1) &&
        white(bars, i) &&
        close[i]! > close[i - 1]! &&
        close[i - 1]! > close[i - 2]! &&
        above(bars, i, body(bars, i - 2), bodyLong(bars, i - 2)) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        above(bars, i, shadowVeryShort(bars, i - 1), upperShadow(bars, i - 1)) &&
        open[i - 1]! > open[i - 2]! &&
        atMost(bars, i, open[i - 1]!, close[i - 2]! + near(bars, i - 2)) &&
        above(bars, i, bodyShort(bars, i), body(bars, i)) &&
        atMost(bars, i, close[i - 1]! - body(bars, i) - near(bars, i - 1), open[i]!)
        ? -100
        : 0;
    },
  }),
);
