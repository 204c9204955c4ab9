import { defineIndicator } from "../define.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";

/**
 * Rickshaw man: a long-legged doji whose body lies in the middle of its bar: neither side has got anywhere at all.
 *
 * A doji with a long shadow at each end and its body at the middle of its range or near it.
 *
 * - 100 says that it is there; it is not a direction.
 * - What `bodyDoji`, `shadowLong`, `near` mean is in `CANDLESTICK_SETTINGS`.
 * - First value at index 10. A missing bar among the last 11 leaves no value.
 *
 * TA-Lib's CDLRICKSHAWMAN.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [11, 13, 9, 11]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * rickshawMan(open, high, low, close).at(-1); // 100
 */
export const rickshawMan = defineIndicator(
  candlestickPattern({
    name: "rickshawMan",
    title: "Rickshaw man",
    reach: 0,
    words: ["bodyDoji", "shadowLong", "near"],
    params: {},
    rule: (bars, i) => {
      const { high, low } = bars;
      if (bars.body(i) > bars.bodyDoji(i)) return 0;
      if (bars.lowerShadow(i) <= bars.shadowLong(i) || bars.upperShadow(i) <= bars.shadowLong(i)) return 0;
      const middle = low[i]! + (high[i]! - low[i]!) / 2;
      return bars.bottom(i) <= middle + bars.near(i) && bars.top(i) >= middle - bars.near(i) ? 100 : 0;
    },
  }),
);
