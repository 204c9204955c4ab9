import { defineIndicator } from "../define.ts";
import { above, atMost, black, body, bodyLong, equal, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, EQUAL } from "./candlestick-settings.ts";

/**
 * Thrusting pattern: a reaction to a long black bar that reaches into its body, but not beyond the middle. It is stronger
 * than in-neck and weaker than piercing. The fall is expected to continue.
 *
 * Bar 1 is black and has a long body. Bar 2 is white and opens below the low of bar 1. It closes inside the body of bar 1, above the close
 * of bar 1 but not above the middle of the body.
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `equal` and `bodyLong`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLTHRUSTING.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [9, 11.6, 9, 11.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * thrusting(open, high, low, close).at(-1); // -100
 */
export const thrusting = defineIndicator(
  candlestickPattern({
    name: "thrusting",
    title: "Thrusting pattern",
    reach: 1,
    terms: { equal: EQUAL, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, low, close } = bars;
      return black(bars, i - 1) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        white(bars, i) &&
        open[i]! < low[i - 1]! &&
        above(bars, i, close[i]!, close[i - 1]! + equal(bars, i - 1)) &&
        atMost(bars, i, close[i]!, close[i - 1]! + body(bars, i - 1) * 0.5)
        ? -100
        : 0;
    },
  }),
);
