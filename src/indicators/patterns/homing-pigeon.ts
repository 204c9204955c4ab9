import { defineIndicator } from "../define.ts";
import { above, atMost, black, body, bodyLong, bodyShort } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Homing pigeon: a small black body inside a long black one. A fall continues, but with much less force.
 *
 * Bar 1 is black and has a long body. Bar 2 is black and has a short body inside it.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `bodyShort` and `bodyLong`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLHOMINGPIGEON.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [12, 12.5, 11, 11.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * homingPigeon(open, high, low, close).at(-1); // 100
 */
export const homingPigeon = defineIndicator(
  candlestickPattern({
    name: "homingPigeon",
    title: "Homing pigeon",
    reach: 1,
    terms: { bodyShort: BODY_SHORT, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      return black(bars, i - 1) &&
        black(bars, i) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        atMost(bars, i, body(bars, i), bodyShort(bars, i)) &&
        open[i]! < open[i - 1]! &&
        close[i]! > close[i - 1]!
        ? 100
        : 0;
    },
  }),
);
