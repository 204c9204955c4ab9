import { defineIndicator } from "../define.ts";
import { above, body, color, gapDown, gapUp, marubozuAt, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Kicking by length: kicking, with the direction given by the longer of the two bars, whichever comes first.
 *
 * A long body without shadows; one of the other color that lies beyond it, above a black one or below a white one.
 *
 * - The value has the direction of the longer body, of the first where both are as long: 100 for a white one, -100 for a
 *   black one.
 * - What `shadowVeryShort`, `bodyLong` mean is in `CANDLESTICK_SETTINGS`.
 * - First value at index 11. A missing bar among the last 12 leaves no value.
 *
 * TA-Lib's CDLKICKINGBYLENGTH.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [15, 18, 15, 18]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * kickingByLength(open, high, low, close).at(-1); // -100
 */
export const kickingByLength = defineIndicator(
  candlestickPattern({
    name: "kickingByLength",
    title: "Kicking by length",
    reach: 1,
    words: { shadowVeryShort: SHADOW_VERY_SHORT, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      if (color(bars, i) === color(bars, i - 1) || !marubozuAt(bars, i - 1) || !marubozuAt(bars, i)) return 0;
      const longer = above(bars, i, body(bars, i), body(bars, i - 1)) ? i : i - 1;
      return (white(bars, i) ? gapUp(bars, i, i - 1) : gapDown(bars, i, i - 1)) ? 100 * color(bars, longer) : 0;
    },
  }),
);
