import { defineIndicator } from "../define.ts";
import { color, gapDown, gapUp, marubozuAt, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Kicking: two long bars without shadows, of opposite colors, with a gap between them: the market has been kicked the other
 * way.
 *
 * A long body without shadows; one of the other color that lies beyond it, above a black one or below a white one.
 *
 * - The value has the direction of the second bar: 100 for a white one, -100 for a black one.
 * - What `shadowVeryShort`, `bodyLong` mean is in `CANDLESTICK_SETTINGS`.
 * - First value at index 11. A missing bar among the last 12 leaves no value.
 *
 * TA-Lib's CDLKICKING.
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
    words: { shadowVeryShort: SHADOW_VERY_SHORT, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      if (color(bars, i) === color(bars, i - 1) || !marubozuAt(bars, i - 1) || !marubozuAt(bars, i)) return 0;
      return (white(bars, i) ? gapUp(bars, i, i - 1) : gapDown(bars, i, i - 1)) ? 100 * color(bars, i) : 0;
    },
  }),
);
