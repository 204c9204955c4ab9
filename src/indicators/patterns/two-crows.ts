import { defineIndicator } from "../define.ts";
import { above, black, body, bodyGapUp, bodyLong, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG } from "./candlestick-settings.ts";

/**
 * Two crows: a rise whose last gap is reversed at once. After a long white bar, a black bar opens above it, and a second
 * black bar closes inside the first body. Buyers are running out.
 *
 * Bar 1 is white and has a long body. Bar 2 is black, and its body lies above the body of bar 1. Bar 3 is black, opens inside the second
 * body and closes inside the first.
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `bodyLong`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDL2CROWS.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 14, 10, 14], [16, 16, 15, 15], [15.5, 15.5, 13, 13]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * twoCrows(open, high, low, close).at(-1); // -100
 */
export const twoCrows = defineIndicator(
  candlestickPattern({
    name: "twoCrows",
    title: "Two crows",
    reach: 2,
    terms: { bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      return white(bars, i - 2) &&
        above(bars, i, body(bars, i - 2), bodyLong(bars, i - 2)) &&
        black(bars, i - 1) &&
        bodyGapUp(bars, i - 1, i - 2) &&
        black(bars, i) &&
        open[i]! < open[i - 1]! &&
        open[i]! > close[i - 1]! &&
        close[i]! > open[i - 2]! &&
        close[i]! < close[i - 2]!
        ? -100
        : 0;
    },
  }),
);
