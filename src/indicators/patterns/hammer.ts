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
 * Hammer: a small body on a long lower shadow at the bottom of a fall: sold off, but bought back by the close. A fall is
 * not tested for.
 *
 * A short body with a long lower shadow and next to no upper one, whose lower end lies near the low of the bar before or
 * below it.
 *
 * - 100 where it is complete, else 0.
 * - What `bodyShort`, `shadowLong`, `shadowVeryShort`, `near` mean is in `CANDLESTICK_SETTINGS`.
 * - First value at index 11. A missing bar among the last 12 leaves no value.
 *
 * TA-Lib's CDLHAMMER.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [9.2, 9.7, 7, 9.7]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * hammer(open, high, low, close).at(-1); // 100
 */
export const hammer = defineIndicator(
  candlestickPattern({
    name: "hammer",
    title: "Hammer",
    reach: 1,
    words: { bodyShort: BODY_SHORT, shadowLong: SHADOW_LONG, shadowVeryShort: SHADOW_VERY_SHORT, near: NEAR },
    params: {},
    rule: (bars, i) => {
      const { low } = bars;
      return above(bars, i, bodyShort(bars, i), body(bars, i)) &&
        above(bars, i, lowerShadow(bars, i), shadowLong(bars, i)) &&
        above(bars, i, shadowVeryShort(bars, i), upperShadow(bars, i)) &&
        atMost(bars, i, bottom(bars, i), low[i - 1]! + near(bars, i - 1))
        ? 100
        : 0;
    },
  }),
);
