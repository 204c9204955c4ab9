import { defineIndicator } from "../define.ts";
import { atMost, bottom, color, near, top, type CandlestickBars } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { NEAR } from "./candlestick-settings.ts";

/**
 * Three-line strike: three bars of one color, each closing further on, and a fourth that takes all of them back. It is
 * read as a shake-out: the move is expected to continue, so the value has the direction of the first three bars.
 *
 * Bars 1 to 3 have one color: white with rising closes, or black with falling closes. Bars 2 and 3 open inside or near the
 * previous body. Bar 4 has the other color, opens beyond the close of bar 3 and closes beyond the open of bar 1.
 *
 * - 100 after three white bars, -100 after three black ones.
 * - `CANDLESTICK_SETTINGS` defines `near`.
 * - First value at index 8. No value with a missing bar among the last 9.
 *
 * In TA-Lib: CDL3LINESTRIKE.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 11.2, 9.8, 11], [10.5, 12, 10.3, 12], [11.5, 13, 11, 13], [13.5, 13.6, 9.5, 9.6]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * threeLineStrike(open, high, low, close).at(-1); // 100
 */
export const threeLineStrike = defineIndicator(
  candlestickPattern({
    name: "threeLineStrike",
    title: "Three-line strike",
    reach: 3,
    terms: { near: NEAR },
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      const direction = color(bars, i - 1);
      if (color(bars, i - 3) !== direction || color(bars, i - 2) !== direction || color(bars, i) === direction)
        return 0;
      if (!opensNear(bars, i - 2) || !opensNear(bars, i - 1)) return 0;
      const struck =
        direction > 0
          ? close[i - 1]! > close[i - 2]! &&
            close[i - 2]! > close[i - 3]! &&
            open[i]! > close[i - 1]! &&
            close[i]! < open[i - 3]!
          : close[i - 1]! < close[i - 2]! &&
            close[i - 2]! < close[i - 3]! &&
            open[i]! < close[i - 1]! &&
            close[i]! > open[i - 3]!;
      return struck ? 100 * direction : 0;
    },
  }),
);

/** Whether bar `i` opens inside or near the body of the previous bar. */
function opensNear(bars: CandlestickBars, i: number): boolean {
  const open = bars.open[i]!;
  return (
    atMost(bars, i, bottom(bars, i - 1) - near(bars, i - 1), open) &&
    atMost(bars, i, open, top(bars, i - 1) + near(bars, i - 1))
  );
}
