import * as param from "../../primitives/param-kinds.ts";
import { defineIndicator } from "../define.ts";
import { above, black, body, bodyGapUp, bodyLong, bodyShort, bottom, top, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Mat hold: a rise that pauses for three small bars, high in the body of a long bar, and then continues.
 *
 * Bar 1 is white and has a long body. Bar 2 is black and short, and its body lies above bar 1's. Bars 3 and 4 are short.
 * The tops of their bodies fall. Both reach down into the first body, but by less than `penetration` of it. Bar 5 is
 * white, opens above the close of bar 4 and closes above the highs of bars 2 to 4.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `penetration`: fraction of the first body; default 0.5.
 * - `CANDLESTICK_SETTINGS` defines `bodyShort` and `bodyLong`.
 * - First value at index 14. No value with a missing bar among the last 15.
 *
 * In TA-Lib: CDLMATHOLD.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 14, 10, 14], [15, 15.2, 14.3, 14.5], [14.4, 14.6, 13.4, 13.8], [13.9, 14, 13, 13.3], [13.5, 16.5, 13.5, 16]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * matHold(open, high, low, close).at(-1); // 100
 */
export const matHold = defineIndicator(
  candlestickPattern({
    name: "matHold",
    title: "Mat hold",
    reach: 4,
    terms: { bodyShort: BODY_SHORT, bodyLong: BODY_LONG },
    params: {
      penetration: param.number({
        default: 0.5,
        min: 0,
        description: "limit of the pullback into the first body, as a fraction",
      }),
    },
    rule: (bars, i, { penetration }) => {
      const { open, high, close } = bars;
      const first = i - 4;
      const deepest = close[first]! - body(bars, first) * penetration;
      return white(bars, first) &&
        above(bars, i, body(bars, first), bodyLong(bars, first)) &&
        black(bars, i - 3) &&
        bodyGapUp(bars, i - 3, first) &&
        white(bars, i) &&
        above(bars, i, bodyShort(bars, i - 3), body(bars, i - 3)) &&
        above(bars, i, bodyShort(bars, i - 2), body(bars, i - 2)) &&
        above(bars, i, bodyShort(bars, i - 1), body(bars, i - 1)) &&
        bottom(bars, i - 2) < close[first]! &&
        above(bars, i, bottom(bars, i - 2), deepest) &&
        bottom(bars, i - 1) < close[first]! &&
        above(bars, i, bottom(bars, i - 1), deepest) &&
        top(bars, i - 2) < open[i - 3]! &&
        top(bars, i - 1) < top(bars, i - 2) &&
        open[i]! > close[i - 1]! &&
        close[i]! > Math.max(high[i - 3]!, high[i - 2]!, high[i - 1]!)
        ? 100
        : 0;
    },
  }),
);
