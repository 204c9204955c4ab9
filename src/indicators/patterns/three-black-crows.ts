import { defineIndicator } from "../define.ts";
import { above, black, lowerShadow, shadowVeryShort, white, type CandlestickBars } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Three black crows: three consecutive black bars, each closing near its low and below the previous close. A rise has
 * turned into steady selling.
 *
 * Bar 1 is white. Bars 2 to 4 are black, with falling closes and almost no lower shadow. Bar 2 closes below the high of
 * bar 1. Bars 3 and 4 open inside the previous body.
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `shadowVeryShort`.
 * - First value at index 13. No value with a missing bar among the last 14.
 *
 * In TA-Lib: CDL3BLACKCROWS.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 14, 10, 14], [13.5, 13.5, 12, 12], [13, 13, 11, 11], [12, 12, 10, 10]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * threeBlackCrows(open, high, low, close).at(-1); // -100
 */
export const threeBlackCrows = defineIndicator(
  candlestickPattern({
    name: "threeBlackCrows",
    title: "Three black crows",
    reach: 3,
    terms: { shadowVeryShort: SHADOW_VERY_SHORT },
    params: {},
    rule: (bars, i) => {
      const { open, high, close } = bars;
      return white(bars, i - 3) &&
        closesNearLow(bars, i - 2) &&
        closesNearLow(bars, i - 1) &&
        closesNearLow(bars, i) &&
        open[i - 1]! < open[i - 2]! &&
        open[i - 1]! > close[i - 2]! &&
        open[i]! < open[i - 1]! &&
        open[i]! > close[i - 1]! &&
        high[i - 3]! > close[i - 2]! &&
        close[i - 2]! > close[i - 1]! &&
        close[i - 1]! > close[i]!
        ? -100
        : 0;
    },
  }),
);

/** Whether bar `i` is black and closes near its low. */
function closesNearLow(bars: CandlestickBars, i: number): boolean {
  return black(bars, i) && above(bars, i, shadowVeryShort(bars, i), lowerShadow(bars, i));
}
