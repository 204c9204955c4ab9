import { defineIndicator } from "../define.ts";
import { above, body, bodyLong, color, lowerShadow, shadowVeryShort, upperShadow, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Belt-hold: a long bar that opens at its high or low and moves away from there. It shows determination, and a turn if it
 * opposes the current move.
 *
 * One bar has a long body and almost no shadow at its open.
 *
 * - 100 for a white bar that opens at its low, -100 for a black one that opens at its high.
 * - `CANDLESTICK_SETTINGS` defines `bodyLong` and `shadowVeryShort`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLBELTHOLD.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 14, 10, 13.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * beltHold(open, high, low, close).at(-1); // 100
 */
export const beltHold = defineIndicator(
  candlestickPattern({
    name: "beltHold",
    title: "Belt-hold",
    reach: 0,
    terms: { bodyLong: BODY_LONG, shadowVeryShort: SHADOW_VERY_SHORT },
    params: {},
    rule: (bars, i) => {
      return above(bars, i, body(bars, i), bodyLong(bars, i)) &&
        above(bars, i, shadowVeryShort(bars, i), white(bars, i) ? lowerShadow(bars, i) : upperShadow(bars, i))
        ? 100 * color(bars, i)
        : 0;
    },
  }),
);
