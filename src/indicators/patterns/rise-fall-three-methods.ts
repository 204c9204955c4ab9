import { defineIndicator } from "../define.ts";
import {
  above,
  atMost,
  body,
  bodyLong,
  bodyShort,
  bottom,
  color,
  top,
  type CandlestickBars,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Rising and falling three methods: a move that pauses. Three small bars pull back within a long one, then a long bar continues the move.
 *
 * Bar 1 has a long body. Bars 2 to 4 have short bodies of the other color that overlap the range of bar 1, and each closes further back.
 * Bar 5 has a long body of the first color. It opens beyond the close of bar 4, in the direction of bar 1, and closes beyond the close of
 * bar 1.
 *
 * - 100 if the long bars are white (rising), -100 if they are black (falling).
 * - `CANDLESTICK_SETTINGS` defines `bodyShort` and `bodyLong`.
 * - First value at index 14. No value with a missing bar among the last 15.
 *
 * In TA-Lib: CDLRISEFALL3METHODS.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 15, 10, 15], [14, 14.2, 13.3, 13.5], [13.4, 13.6, 12.8, 12.9], [12.8, 13, 12.2, 12.3], [12.5, 16.5, 12.5, 16]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * riseFallThreeMethods(open, high, low, close).at(-1); // 100
 */
export const riseFallThreeMethods = defineIndicator(
  candlestickPattern({
    name: "riseFallThreeMethods",
    title: "Rising and falling three methods",
    reach: 4,
    terms: { bodyShort: BODY_SHORT, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      const first = i - 4;
      const direction = color(bars, first);
      if (
        color(bars, i) !== direction ||
        atMost(bars, i, body(bars, first), bodyLong(bars, first)) ||
        atMost(bars, i, body(bars, i), bodyLong(bars, i))
      )
        return 0;
      if (!pullsBack(bars, i - 3, first) || !pullsBack(bars, i - 2, first) || !pullsBack(bars, i - 1, first)) return 0;
      const continues =
        direction > 0
          ? close[i - 2]! < close[i - 3]! &&
            close[i - 1]! < close[i - 2]! &&
            open[i]! > close[i - 1]! &&
            close[i]! > close[first]!
          : close[i - 2]! > close[i - 3]! &&
            close[i - 1]! > close[i - 2]! &&
            open[i]! < close[i - 1]! &&
            close[i]! < close[first]!;
      return continues ? 100 * direction : 0;
    },
  }),
);

/** Whether bar `i` has a short body of the other color than the bar `first`, and overlaps the range of that bar. */
function pullsBack(bars: CandlestickBars, i: number, first: number): boolean {
  return (
    color(bars, i) !== color(bars, first) &&
    above(bars, i, bodyShort(bars, i), body(bars, i)) &&
    bottom(bars, i) < bars.high[first]! &&
    top(bars, i) > bars.low[first]!
  );
}
