import { defineIndicator } from "../define.ts";
import {
  above,
  atMost,
  body,
  bodyDoji,
  bottom,
  lowerShadow,
  near,
  shadowLong,
  top,
  upperShadow,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI, NEAR, SHADOW_LONG } from "./candlestick-settings.ts";

/**
 * Rickshaw man: a long-legged doji with its body in the middle of the bar. Neither side has achieved anything.
 *
 * One bar is a doji with a long shadow at each end, and with its body at or near the middle of its range.
 *
 * - 100 marks the pattern; it is not a direction.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji`, `shadowLong` and `near`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLRICKSHAWMAN.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [11, 13, 9, 11]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * rickshawMan(open, high, low, close).at(-1); // 100
 */
export const rickshawMan = defineIndicator(
  candlestickPattern({
    name: "rickshawMan",
    title: "Rickshaw man",
    reach: 0,
    terms: { bodyDoji: BODY_DOJI, shadowLong: SHADOW_LONG, near: NEAR },
    params: {},
    rule: (bars, i) => {
      const { high, low } = bars;
      if (above(bars, i, body(bars, i), bodyDoji(bars, i))) return 0;
      if (
        atMost(bars, i, lowerShadow(bars, i), shadowLong(bars, i)) ||
        atMost(bars, i, upperShadow(bars, i), shadowLong(bars, i))
      )
        return 0;
      const middle = low[i]! + (high[i]! - low[i]!) / 2;
      return atMost(bars, i, bottom(bars, i), middle + near(bars, i)) &&
        atMost(bars, i, middle - near(bars, i), top(bars, i))
        ? 100
        : 0;
    },
  }),
);
