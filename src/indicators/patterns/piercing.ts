import { defineIndicator } from "../define.ts";
import { above, black, body, bodyLong, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG } from "./candlestick-settings.ts";

/**
 * Piercing pattern: a fall that opens lower still and then recovers more than half of the previous body. It is the mirror
 * of the dark cloud cover.
 *
 * Bar 1 is black and has a long body. Bar 2 is white and has a long body. It opens below the low of bar 1 and closes inside the body of bar
 * 1, above its middle.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `bodyLong`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLPIERCING.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [9, 13, 9, 12.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * piercing(open, high, low, close).at(-1); // 100
 */
export const piercing = defineIndicator(
  candlestickPattern({
    name: "piercing",
    title: "Piercing pattern",
    reach: 1,
    terms: { bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, low, close } = bars;
      return black(bars, i - 1) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        white(bars, i) &&
        above(bars, i, body(bars, i), bodyLong(bars, i)) &&
        open[i]! < low[i - 1]! &&
        close[i]! < open[i - 1]! &&
        above(bars, i, close[i]!, close[i - 1]! + body(bars, i - 1) * 0.5)
        ? 100
        : 0;
    },
  }),
);
