import { defineIndicator } from "../define.ts";
import { above, body, bodyShort, color, lowerShadow, shadowVeryLong, upperShadow } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_SHORT, SHADOW_VERY_LONG } from "./candlestick-settings.ts";

/**
 * High-wave bar: a small body between two very long shadows. Prices went far in both directions and came back. It shows
 * indecision, often before a turn.
 *
 * One bar has a short body and a very long shadow at each end.
 *
 * - 100 for a white bar, -100 for a black one; the color is not a forecast.
 * - `CANDLESTICK_SETTINGS` defines `bodyShort` and `shadowVeryLong`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLHIGHWAVE.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10.5, 13, 8, 11]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * highWave(open, high, low, close).at(-1); // 100
 */
export const highWave = defineIndicator(
  candlestickPattern({
    name: "highWave",
    title: "High-wave bar",
    reach: 0,
    terms: { bodyShort: BODY_SHORT, shadowVeryLong: SHADOW_VERY_LONG },
    params: {},
    rule: (bars, i) => {
      return above(bars, i, bodyShort(bars, i), body(bars, i)) &&
        above(bars, i, upperShadow(bars, i), shadowVeryLong(bars, i)) &&
        above(bars, i, lowerShadow(bars, i), shadowVeryLong(bars, i))
        ? 100 * color(bars, i)
        : 0;
    },
  }),
);
