import { defineIndicator } from "../define.ts";
import { black, same, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { EQUAL } from "./candlestick-settings.ts";

/**
 * Stick sandwich: a white bar between two black ones with the same close. Sellers have stopped at the same price twice,
 * which hints at support.
 *
 * Bar 1 is black. Bar 2 is white, with a low above the close of bar 1. Bar 3 is black and has the same close as bar 1.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `equal`.
 * - First value at index 7. No value with a missing bar among the last 8.
 *
 * In TA-Lib: CDLSTICKSANDWICH.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [12, 12.5, 9.5, 10], [10.5, 13, 10.2, 12.5], [13, 13.2, 9.8, 10]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * stickSandwich(open, high, low, close).at(-1); // 100
 */
export const stickSandwich = defineIndicator(
  candlestickPattern({
    name: "stickSandwich",
    title: "Stick sandwich",
    reach: 2,
    terms: { equal: EQUAL },
    params: {},
    rule: (bars, i) => {
      const { low, close } = bars;
      return black(bars, i - 2) &&
        white(bars, i - 1) &&
        black(bars, i) &&
        low[i - 1]! > close[i - 2]! &&
        same(bars, close[i]!, close[i - 2]!, i - 2)
        ? 100
        : 0;
    },
  }),
);
