import { defineIndicator } from "../define.ts";
import {
  above,
  body,
  bodyGapDown,
  bodyShort,
  lowerShadow,
  shadowLong,
  shadowVeryShort,
  upperShadow,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_SHORT, SHADOW_LONG, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Inverted hammer: a small body with a long upper shadow, below the previous body. Buyers have made a first attempt in a fall.
 *
 * The bar has a short body, a long upper shadow and almost no lower shadow. Its body lies below the previous body.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `bodyShort`, `shadowLong` and `shadowVeryShort`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLINVERTEDHAMMER.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [9, 11, 8.9, 9.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * invertedHammer(open, high, low, close).at(-1); // 100
 */
export const invertedHammer = defineIndicator(
  candlestickPattern({
    name: "invertedHammer",
    title: "Inverted hammer",
    reach: 1,
    terms: { bodyShort: BODY_SHORT, shadowLong: SHADOW_LONG, shadowVeryShort: SHADOW_VERY_SHORT },
    params: {},
    rule: (bars, i) => {
      return above(bars, i, bodyShort(bars, i), body(bars, i)) &&
        above(bars, i, upperShadow(bars, i), shadowLong(bars, i)) &&
        above(bars, i, shadowVeryShort(bars, i), lowerShadow(bars, i)) &&
        bodyGapDown(bars, i, i - 1)
        ? 100
        : 0;
    },
  }),
);
