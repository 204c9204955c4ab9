import { defineIndicator } from "../define.ts";
import { atMost, black, body, bodyGapDown, bodyGapUp, near, same } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { EQUAL, NEAR } from "./candlestick-settings.ts";

/**
 * Up and down-gap side-by-side white lines: two similar white bars after a gap that neither of them fills. The move that
 * made the gap is expected to continue.
 *
 * The bodies of bars 2 and 3 are white and lie beyond the body of bar 1, on the same side. They have nearly equal lengths
 * and the same open.
 *
 * - 100 if the gap is up, -100 if it is down.
 * - `CANDLESTICK_SETTINGS` defines `near` and `equal`.
 * - First value at index 7. No value with a missing bar among the last 8.
 *
 * In TA-Lib: CDLGAPSIDESIDEWHITE.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [13, 15, 12, 14], [13, 15, 12, 14]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * gapSideBySideWhite(open, high, low, close).at(-1); // 100
 */
export const gapSideBySideWhite = defineIndicator(
  candlestickPattern({
    name: "gapSideBySideWhite",
    title: "Up and down-gap side-by-side white lines",
    reach: 2,
    terms: { near: NEAR, equal: EQUAL },
    params: {},
    rule: (bars, i) => {
      const { open } = bars;
      const up = bodyGapUp(bars, i - 1, i - 2) && bodyGapUp(bars, i, i - 2);
      const down = bodyGapDown(bars, i - 1, i - 2) && bodyGapDown(bars, i, i - 2);
      if (!(up || down) || black(bars, i - 1) || black(bars, i)) return 0;
      const distance = near(bars, i - 1);
      const alike =
        atMost(bars, i, body(bars, i - 1) - distance, body(bars, i)) &&
        atMost(bars, i, body(bars, i), body(bars, i - 1) + distance) &&
        same(bars, open[i]!, open[i - 1]!, i - 1);
      return alike ? (up ? 100 : -100) : 0;
    },
  }),
);
