import { defineIndicator } from "../define.ts";
import {
  above,
  atMost,
  body,
  bodyDoji,
  lowerShadow,
  shadowVeryLong,
  shadowVeryShort,
  upperShadow,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI, SHADOW_VERY_LONG, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Takuri: a dragonfly doji with a very long lower shadow. It was sold far down and bought back completely.
 *
 * One bar is a doji with almost no upper shadow and a very long lower shadow.
 *
 * - 100 marks the pattern; it is not a direction.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji`, `shadowVeryShort` and `shadowVeryLong`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLTAKURI.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [11, 11, 8, 11]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * takuri(open, high, low, close).at(-1); // 100
 */
export const takuri = defineIndicator(
  candlestickPattern({
    name: "takuri",
    title: "Takuri",
    reach: 0,
    terms: { bodyDoji: BODY_DOJI, shadowVeryShort: SHADOW_VERY_SHORT, shadowVeryLong: SHADOW_VERY_LONG },
    params: {},
    rule: (bars, i) => {
      return atMost(bars, i, body(bars, i), bodyDoji(bars, i)) &&
        above(bars, i, shadowVeryShort(bars, i), upperShadow(bars, i)) &&
        above(bars, i, lowerShadow(bars, i), shadowVeryLong(bars, i))
        ? 100
        : 0;
    },
  }),
);
