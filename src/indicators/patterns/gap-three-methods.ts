import { defineIndicator } from "../define.ts";
import { bodyGapDown, bodyGapUp, bottom, color, top } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";

/**
 * Upside and downside gap three methods: two bars of one color with a gap between them, and a third that closes the gap.
 * It is read as a pause, after which the move continues.
 *
 * Bars 1 and 2 have the same color. The body of bar 2 lies above that of bar 1 if white, below if black. Bar 3 has the
 * other color, opens inside the second body and closes inside the first.
 *
 * - 100 if the gap is up, -100 if it is down.
 * - First value at index 2. No value with a missing bar among the last 3.
 *
 * In TA-Lib: CDLXSIDEGAP3METHODS.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [12, 14, 11.8, 13.5], [13, 13.2, 10.2, 10.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * gapThreeMethods(open, high, low, close).at(-1); // 100
 */
export const gapThreeMethods = defineIndicator(
  candlestickPattern({
    name: "gapThreeMethods",
    title: "Upside and downside gap three methods",
    reach: 2,
    terms: {},
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      const direction = color(bars, i - 2);
      if (color(bars, i - 1) !== direction || color(bars, i) === direction) return 0;
      if (!(direction > 0 ? bodyGapUp(bars, i - 1, i - 2) : bodyGapDown(bars, i - 1, i - 2))) return 0;
      const fills =
        open[i]! < top(bars, i - 1) &&
        open[i]! > bottom(bars, i - 1) &&
        close[i]! < top(bars, i - 2) &&
        close[i]! > bottom(bars, i - 2);
      return fills ? 100 * direction : 0;
    },
  }),
);
