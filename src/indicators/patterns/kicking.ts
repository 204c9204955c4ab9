import { defineIndicator } from "../define.ts";
import { color, gapDown, gapUp, marubozuAt, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Kicking: two long bars without shadows, of opposite color, with a gap between them. The market has reversed abruptly.
 *
 * Bar 1 has a long body without shadows. Bar 2 is the same in the other color and lies beyond bar 1: above a black bar or
 * below a white one.
 *
 * - The value has the direction of bar 2: 100 for white, -100 for black.
 * - `CANDLESTICK_SETTINGS` defines `shadowVeryShort` and `bodyLong`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLKICKING.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [15, 18, 15, 18]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * kicking(open, high, low, close).at(-1); // 100
 */
export const kicking = defineIndicator(
  candlestickPattern({
    name: "kicking",
    title: "Kicking",
    reach: 1,
    terms: { shadowVeryShort: SHADOW_VERY_SHORT, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      if (color(bars, i) === color(bars, i - 1) || !marubozuAt(bars, i - 1) || !marubozuAt(bars, i)) return 0;
      return (white(bars, i) ? gapUp(bars, i, i - 1) : gapDown(bars, i, i - 1)) ? 100 * color(bars, i) : 0;
    },
  }),
);
