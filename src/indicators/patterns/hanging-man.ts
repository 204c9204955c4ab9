import { defineIndicator } from "../define.ts";
import {
  above,
  atMost,
  body,
  bodyShort,
  bottom,
  lowerShadow,
  near,
  shadowLong,
  shadowVeryShort,
  upperShadow,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_SHORT, NEAR, SHADOW_LONG, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Hanging man: the shape of a hammer at the top of a rise, which shows the first strong selling. The preceding rise is not checked.
 *
 * The bar has a short body, a long lower shadow and almost no upper shadow. The lower end of its body is near the previous high or
 * above it.
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `bodyShort`, `shadowLong`, `shadowVeryShort` and `near`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLHANGINGMAN.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [12, 12.5, 10, 12.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * hangingMan(open, high, low, close).at(-1); // -100
 */
export const hangingMan = defineIndicator(
  candlestickPattern({
    name: "hangingMan",
    title: "Hanging man",
    reach: 1,
    terms: { bodyShort: BODY_SHORT, shadowLong: SHADOW_LONG, shadowVeryShort: SHADOW_VERY_SHORT, near: NEAR },
    params: {},
    rule: (bars, i) => {
      const { high } = bars;
      return above(bars, i, bodyShort(bars, i), body(bars, i)) &&
        above(bars, i, lowerShadow(bars, i), shadowLong(bars, i)) &&
        above(bars, i, shadowVeryShort(bars, i), upperShadow(bars, i)) &&
        atMost(bars, i, high[i - 1]! - near(bars, i - 1), bottom(bars, i))
        ? -100
        : 0;
    },
  }),
);
