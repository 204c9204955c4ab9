import { defineIndicator } from "../define.ts";
import { above, atMost, body, bodyDoji, bodyGapDown, bodyGapUp, bodyLong, color, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI, BODY_LONG } from "./candlestick-settings.ts";

/**
 * Doji star: a long bar, then a doji beyond a gap. A strong move has stopped; the next bar decides.
 *
 * Bar 1 has a long body. Bar 2 is a doji whose body lies above a white bar 1, or below a black one.
 *
 * - 100 after a black bar, -100 after a white one.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji` and `bodyLong`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLDOJISTAR.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [9, 9.5, 8.5, 9]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * dojiStar(open, high, low, close).at(-1); // 100
 */
export const dojiStar = defineIndicator(
  candlestickPattern({
    name: "dojiStar",
    title: "Doji star",
    reach: 1,
    terms: { bodyDoji: BODY_DOJI, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      return above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        atMost(bars, i, body(bars, i), bodyDoji(bars, i)) &&
        (white(bars, i - 1) ? bodyGapUp(bars, i, i - 1) : bodyGapDown(bars, i, i - 1))
        ? -100 * color(bars, i - 1)
        : 0;
    },
  }),
);
