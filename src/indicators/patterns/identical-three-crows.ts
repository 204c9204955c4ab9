import { defineIndicator } from "../define.ts";
import { above, black, lowerShadow, same, shadowVeryShort, type CandlestickBars } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { EQUAL, SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Identical three crows: three black bars, each opening at the previous close. Selling continues without a pause.
 *
 * Three black bars have falling closes and almost no lower shadow. Bars 2 and 3 open at the previous close.
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `shadowVeryShort` and `equal`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDLIDENTICAL3CROWS.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [16, 16, 14, 14], [14, 14, 12, 12], [12, 12, 10, 10]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * identicalThreeCrows(open, high, low, close).at(-1); // -100
 */
export const identicalThreeCrows = defineIndicator(
  candlestickPattern({
    name: "identicalThreeCrows",
    title: "Identical three crows",
    reach: 2,
    terms: { shadowVeryShort: SHADOW_VERY_SHORT, equal: EQUAL },
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      return closesNearLow(bars, i - 2) &&
        closesNearLow(bars, i - 1) &&
        closesNearLow(bars, i) &&
        close[i - 2]! > close[i - 1]! &&
        close[i - 1]! > close[i]! &&
        same(bars, open[i - 1]!, close[i - 2]!, i - 2) &&
        same(bars, open[i]!, close[i - 1]!, i - 1)
        ? -100
        : 0;
    },
  }),
);

/** Whether bar `i` is black and closes near its low. */
function closesNearLow(bars: CandlestickBars, i: number): boolean {
  return black(bars, i) && above(bars, i, shadowVeryShort(bars, i), lowerShadow(bars, i));
}
