import { defineIndicator } from "../define.ts";
import { above, atMost, black, body, bodyGapUp, bodyLong, bodyShort, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Upside gap two crows: two black bars above the gap of a rise, with the second engulfing the first. The rise is unlikely to hold its gap.
 *
 * Bar 1 is white and has a long body. Bar 2 is black and short, and its body lies above the body of bar 1. Bar 3 is black, its body
 * contains that of bar 2, and it still closes above the close of bar 1.
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `bodyShort` and `bodyLong`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDLUPSIDEGAP2CROWS.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 14, 10, 14], [15.5, 15.6, 14.9, 15], [16, 16, 14.3, 14.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * upsideGapTwoCrows(open, high, low, close).at(-1); // -100
 */
export const upsideGapTwoCrows = defineIndicator(
  candlestickPattern({
    name: "upsideGapTwoCrows",
    title: "Upside gap two crows",
    reach: 2,
    terms: { bodyShort: BODY_SHORT, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      return white(bars, i - 2) &&
        above(bars, i, body(bars, i - 2), bodyLong(bars, i - 2)) &&
        black(bars, i - 1) &&
        atMost(bars, i, body(bars, i - 1), bodyShort(bars, i - 1)) &&
        bodyGapUp(bars, i - 1, i - 2) &&
        black(bars, i) &&
        open[i]! > open[i - 1]! &&
        close[i]! < close[i - 1]! &&
        close[i]! > close[i - 2]!
        ? -100
        : 0;
    },
  }),
);
