import { defineIndicator } from "../define.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";

/**
 * Three inside up and down: a harami that is confirmed. A long bar, a short one inside its body, then a close beyond the
 * open of the long one, against its direction: the move has turned.
 *
 * A long body; a short body inside it; a bar of the other color than the first that closes beyond the open of the first.
 *
 * - 100 after a black first bar (three inside up), -100 after a white one (three inside down).
 * - What `bodyLong`, `bodyShort` mean is in `CANDLESTICK_SETTINGS`.
 * - First value at index 12. A missing bar among the last 13 leaves no value.
 *
 * TA-Lib's CDL3INSIDE.
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
    words: ["bodyLong", "bodyShort"],
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      return bars.body(i - 2) > bars.bodyLong(i - 2) &&
        bars.body(i - 1) <= bars.bodyShort(i - 1) &&
        bars.top(i - 1) < bars.top(i - 2) &&
        bars.bottom(i - 1) > bars.bottom(i - 2) &&
        (bars.white(i - 2) ? bars.black(i) && close[i]! < open[i - 2]! : bars.white(i) && close[i]! > open[i - 2]!)
        ? -100 * bars.color(i - 2)
        : 0;
    },
  }),
);
