import { defineIndicator } from "../define.ts";
import { above, atMost, black, body, bodyLong, equal, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, EQUAL } from "./candlestick-settings.ts";

/**
 * In-neck pattern: a weak reaction to a long black bar. The next bar opens below it and only returns to its close. The fall
 * is expected to continue.
 *
 * Bar 1 is black and has a long body. Bar 2 is white, opens below the low of bar 1 and closes at the close of bar 1 or barely above.
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `equal` and `bodyLong`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLINNECK.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [9, 10.1, 9, 10.05]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * inNeck(open, high, low, close).at(-1); // -100
 */
export const inNeck = defineIndicator(
  candlestickPattern({
    name: "inNeck",
    title: "In-neck pattern",
    reach: 1,
    terms: { equal: EQUAL, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, low, close } = bars;
      return black(bars, i - 1) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        white(bars, i) &&
        open[i]! < low[i - 1]! &&
        atMost(bars, i, close[i]!, close[i - 1]! + equal(bars, i - 1)) &&
        close[i]! >= close[i - 1]!
        ? -100
        : 0;
    },
  }),
);
