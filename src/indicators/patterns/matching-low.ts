import { defineIndicator } from "../define.ts";
import { black, same } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { EQUAL } from "./candlestick-settings.ts";

/**
 * Matching low: two black bars with the same close. Sellers have stopped at the same price twice, which hints at support.
 *
 * Bars 1 and 2 are black and have the same close.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `equal`.
 * - First value at index 6. No value with a missing bar among the last 7.
 *
 * In TA-Lib: CDLMATCHINGLOW.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [12, 12.5, 10, 10.2], [11, 11.5, 10, 10.2]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * matchingLow(open, high, low, close).at(-1); // 100
 */
export const matchingLow = defineIndicator(
  candlestickPattern({
    name: "matchingLow",
    title: "Matching low",
    reach: 1,
    terms: { equal: EQUAL },
    params: {},
    rule: (bars, i) => {
      const { close } = bars;
      return black(bars, i - 1) && black(bars, i) && same(bars, close[i]!, close[i - 1]!, i - 1) ? 100 : 0;
    },
  }),
);
