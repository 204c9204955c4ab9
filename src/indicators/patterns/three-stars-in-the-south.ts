import { defineIndicator } from "../define.ts";
import {
  above,
  black,
  body,
  bodyLong,
  bodyShort,
  lowerShadow,
  shadowLong,
  shadowVeryShort,
  upperShadow,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, BODY_SHORT, SHADOW_LONG, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Three stars in the south: a fall that weakens over three black bars, each smaller and with a higher low. It is rare and
 * read as the end of the fall.
 *
 * Bar 1 is black, with a long body and a long lower shadow. Bar 2 is black, with a smaller body and a lower shadow. It
 * opens above the first close and within the first range. Its low is below the first close, but not below the first low.
 * Bar 3 is black, short and without shadows, inside the range of bar 2.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `bodyLong`, `bodyShort`, `shadowLong` and `shadowVeryShort`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDL3STARSINSOUTH.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [16, 16, 6, 12], [13, 13, 8, 10.5], [10, 10, 9.5, 9.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * threeStarsInTheSouth(open, high, low, close).at(-1); // 100
 */
export const threeStarsInTheSouth = defineIndicator(
  candlestickPattern({
    name: "threeStarsInTheSouth",
    title: "Three stars in the south",
    reach: 2,
    terms: { bodyLong: BODY_LONG, bodyShort: BODY_SHORT, shadowLong: SHADOW_LONG, shadowVeryShort: SHADOW_VERY_SHORT },
    params: {},
    rule: (bars, i) => {
      const { open, high, low, close } = bars;
      return black(bars, i - 2) &&
        black(bars, i - 1) &&
        black(bars, i) &&
        above(bars, i, body(bars, i - 2), bodyLong(bars, i - 2)) &&
        above(bars, i, lowerShadow(bars, i - 2), shadowLong(bars, i - 2)) &&
        above(bars, i, body(bars, i - 2), body(bars, i - 1)) &&
        open[i - 1]! > close[i - 2]! &&
        open[i - 1]! <= high[i - 2]! &&
        low[i - 1]! < close[i - 2]! &&
        low[i - 1]! >= low[i - 2]! &&
        above(bars, i, lowerShadow(bars, i - 1), shadowVeryShort(bars, i - 1)) &&
        above(bars, i, bodyShort(bars, i), body(bars, i)) &&
        above(bars, i, shadowVeryShort(bars, i), lowerShadow(bars, i)) &&
        above(bars, i, shadowVeryShort(bars, i), upperShadow(bars, i)) &&
        low[i]! > low[i - 1]! &&
        high[i]! < high[i - 1]!
        ? 100
        : 0;
    },
  }),
);
