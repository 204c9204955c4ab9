import { defineIndicator } from "../define.ts";
import { above, atMost, body, bodyDoji, lowerShadow, shadowVeryShort, upperShadow } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Gravestone doji: a doji at the bottom of its bar, which was bought up and sold back completely. After a rise it hints at a turn.
 *
 * One bar is a doji with almost no lower shadow, and with an upper shadow.
 *
 * - 100 marks the pattern; it is not a direction.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji` and `shadowVeryShort`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLGRAVESTONEDOJI.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [11, 14, 11, 11]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * gravestoneDoji(open, high, low, close).at(-1); // 100
 */
export const gravestoneDoji = defineIndicator(
  candlestickPattern({
    name: "gravestoneDoji",
    title: "Gravestone doji",
    reach: 0,
    terms: { bodyDoji: BODY_DOJI, shadowVeryShort: SHADOW_VERY_SHORT },
    params: {},
    rule: (bars, i) => {
      return atMost(bars, i, body(bars, i), bodyDoji(bars, i)) &&
        above(bars, i, shadowVeryShort(bars, i), lowerShadow(bars, i)) &&
        above(bars, i, upperShadow(bars, i), shadowVeryShort(bars, i))
        ? 100
        : 0;
    },
  }),
);
