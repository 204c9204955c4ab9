import { defineIndicator } from "../define.ts";
import {
  above,
  black,
  bodyGapDown,
  lowerShadow,
  shadowVeryShort,
  upperShadow,
  type CandlestickBars,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Concealing baby swallow: four black bars in a fall, with the last one engulfing the third. Selling is exhausted. It is very rare.
 *
 * Bars 1 and 2 are black and have no shadows. Bar 3 is black, its body lies below the body of bar 2, and its upper shadow reaches into that
 * body. Bar 4 is black, and its range contains the range of bar 3.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `shadowVeryShort`.
 * - First value at index 13. No value with a missing bar among the last 14.
 *
 * In TA-Lib: CDLCONCEALBABYSWALL.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [20, 20, 18, 18], [18, 18, 16, 16], [15, 16.5, 14, 14], [16.8, 17, 13, 13]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * concealingBabySwallow(open, high, low, close).at(-1); // 100
 */
export const concealingBabySwallow = defineIndicator(
  candlestickPattern({
    name: "concealingBabySwallow",
    title: "Concealing baby swallow",
    reach: 3,
    terms: { shadowVeryShort: SHADOW_VERY_SHORT },
    params: {},
    rule: (bars, i) => {
      const { high, low, close } = bars;
      return black(bars, i - 3) &&
        black(bars, i - 2) &&
        black(bars, i - 1) &&
        black(bars, i) &&
        hasNoShadows(bars, i - 3) &&
        hasNoShadows(bars, i - 2) &&
        bodyGapDown(bars, i - 1, i - 2) &&
        above(bars, i, upperShadow(bars, i - 1), shadowVeryShort(bars, i - 1)) &&
        high[i - 1]! > close[i - 2]! &&
        high[i]! > high[i - 1]! &&
        low[i]! < low[i - 1]!
        ? 100
        : 0;
    },
  }),
);

/** Whether both shadows of bar `i` are negligible. */
function hasNoShadows(bars: CandlestickBars, i: number): boolean {
  return (
    above(bars, i, shadowVeryShort(bars, i), lowerShadow(bars, i)) &&
    above(bars, i, shadowVeryShort(bars, i), upperShadow(bars, i))
  );
}
