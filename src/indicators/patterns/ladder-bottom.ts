import { defineIndicator } from "../define.ts";
import { above, black, shadowVeryShort, upperShadow, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { SHADOW_VERY_SHORT } from "./candlestick-settings.ts";

/**
 * Ladder bottom: four falling bars, the last with a first attempt upward, and then a bar that gaps up. It marks the end of a fall.
 *
 * Bars 1 to 3 are black, with falling opens and closes. Bar 4 is black and has an upper shadow. Bar 5 is white, opens above the
 * open of bar 4 and closes above its high.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `CANDLESTICK_SETTINGS` defines `shadowVeryShort`.
 * - First value at index 14. No value with a missing bar among the last 15.
 *
 * In TA-Lib: CDLLADDERBOTTOM.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [20, 20.5, 18, 18.5], [19, 19.5, 17, 17.5], [18, 18.5, 16, 16.5], [16.5, 17.5, 15, 15.5], [17, 18.5, 17, 18]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * ladderBottom(open, high, low, close).at(-1); // 100
 */
export const ladderBottom = defineIndicator(
  candlestickPattern({
    name: "ladderBottom",
    title: "Ladder bottom",
    reach: 4,
    terms: { shadowVeryShort: SHADOW_VERY_SHORT },
    params: {},
    rule: (bars, i) => {
      const { open, high, close } = bars;
      return black(bars, i - 4) &&
        black(bars, i - 3) &&
        black(bars, i - 2) &&
        black(bars, i - 1) &&
        white(bars, i) &&
        open[i - 4]! > open[i - 3]! &&
        open[i - 3]! > open[i - 2]! &&
        close[i - 4]! > close[i - 3]! &&
        close[i - 3]! > close[i - 2]! &&
        above(bars, i, upperShadow(bars, i - 1), shadowVeryShort(bars, i - 1)) &&
        open[i]! > open[i - 1]! &&
        close[i]! > high[i - 1]!
        ? 100
        : 0;
    },
  }),
);
