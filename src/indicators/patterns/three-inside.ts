import { defineIndicator } from "../define.ts";
import { above, atMost, black, body, bodyLong, bodyShort, bottom, color, top, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Three inside up and down: a confirmed harami. A short bar inside a long body is followed by a close beyond the open of
 * the long bar. The move has turned.
 *
 * Bar 1 has a long body. Bar 2 has a short body inside it. Bar 3 has the other color than bar 1 and closes beyond the open of bar 1.
 *
 * - 100 after a black first bar (three inside up), -100 after a white one (three inside down).
 * - `CANDLESTICK_SETTINGS` defines `bodyLong` and `bodyShort`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDL3INSIDE.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [11, 12.5, 10.5, 12], [12, 15, 12, 15]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * threeInside(open, high, low, close).at(-1); // 100
 */
export const threeInside = defineIndicator(
  candlestickPattern({
    name: "threeInside",
    title: "Three inside up and down",
    reach: 2,
    terms: { bodyLong: BODY_LONG, bodyShort: BODY_SHORT },
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      return above(bars, i, body(bars, i - 2), bodyLong(bars, i - 2)) &&
        atMost(bars, i, body(bars, i - 1), bodyShort(bars, i - 1)) &&
        top(bars, i - 1) < top(bars, i - 2) &&
        bottom(bars, i - 1) > bottom(bars, i - 2) &&
        (white(bars, i - 2) ? black(bars, i) && close[i]! < open[i - 2]! : white(bars, i) && close[i]! > open[i - 2]!)
        ? -100 * color(bars, i - 2)
        : 0;
    },
  }),
);
