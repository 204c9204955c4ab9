import { defineIndicator } from "../define.ts";
import { above, body, bodyLong, color, same } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, EQUAL } from "./candlestick-settings.ts";

/**
 * Counterattack: two long bars of opposite color with the same close. Bar 2 opens with a gap, and trading reverses it completely.
 *
 * Bar 1 has a long body. Bar 2 has a long body of the other color and the same close.
 *
 * - 100 if bar 2 is white, -100 if it is black.
 * - `CANDLESTICK_SETTINGS` defines `equal` and `bodyLong`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLCOUNTERATTACK.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [16, 16, 12, 12], [9, 12.1, 9, 12]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * counterattack(open, high, low, close).at(-1); // 100
 */
export const counterattack = defineIndicator(
  candlestickPattern({
    name: "counterattack",
    title: "Counterattack",
    reach: 1,
    terms: { equal: EQUAL, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { close } = bars;
      return color(bars, i) !== color(bars, i - 1) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        above(bars, i, body(bars, i), bodyLong(bars, i)) &&
        same(bars, close[i]!, close[i - 1]!, i - 1)
        ? 100 * color(bars, i)
        : 0;
    },
  }),
);
