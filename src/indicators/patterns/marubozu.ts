import { defineIndicator } from "../define.ts";
import { color, marubozuAt } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Marubozu: a long body without shadows, which opened at one extreme and closed at the other. It is the strongest single bar.
 *
 * One bar has a long body and almost no shadow at either end.
 *
 * - 100 for a white bar, -100 for a black one.
 * - `CANDLESTICK_SETTINGS` defines `bodyLong` and `shadowVeryShort`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLMARUBOZU.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 14, 10, 14]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * marubozu(open, high, low, close).at(-1); // 100
 */
export const marubozu = defineIndicator(
  candlestickPattern({
    name: "marubozu",
    title: "Marubozu",
    reach: 0,
    terms: { bodyLong: BODY_LONG, shadowVeryShort: SHADOW_VERY_SHORT },
    params: {},
    rule: (bars, i) => (marubozuAt(bars, i) ? 100 * color(bars, i) : 0),
  }),
);
