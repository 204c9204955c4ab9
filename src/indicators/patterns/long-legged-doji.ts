import { defineIndicator } from "../define.ts";
import { above, atMost, body, bodyDoji, lowerShadow, shadowLong, upperShadow } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI, SHADOW_LONG } from "./candlestick-settings.ts";

/**
 * Long-legged doji: a doji with a long shadow. Prices went far and returned to the open.
 *
 * One bar is a doji with a long shadow at one end or both.
 *
 * - 100 marks the pattern; it is not a direction.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji` and `shadowLong`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLLONGLEGGEDDOJI.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [11, 13, 9, 11]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * longLeggedDoji(open, high, low, close).at(-1); // 100
 */
export const longLeggedDoji = defineIndicator(
  candlestickPattern({
    name: "longLeggedDoji",
    title: "Long-legged doji",
    reach: 0,
    terms: { bodyDoji: BODY_DOJI, shadowLong: SHADOW_LONG },
    params: {},
    rule: (bars, i) => {
      return atMost(bars, i, body(bars, i), bodyDoji(bars, i)) &&
        (above(bars, i, lowerShadow(bars, i), shadowLong(bars, i)) ||
          above(bars, i, upperShadow(bars, i), shadowLong(bars, i)))
        ? 100
        : 0;
    },
  }),
);
