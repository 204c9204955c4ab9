import { defineIndicator } from "../define.ts";
import { atMost, body, bodyGapDown, bodyGapUp, bottom, color, near, top, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { NEAR } from "./candlestick-settings.ts";

/**
 * Tasuki gap: a gap, and a bar that tries to close it but fails. The move that made the gap continues.
 *
 * The body of bar 2 lies beyond the body of bar 1: above it if white, below it if black. Bar 3 has the other color, opens
 * inside the second body and closes in the gap. Its body is nearly as long as the second.
 *
 * - 100 if the gap is up, -100 if it is down.
 * - `CANDLESTICK_SETTINGS` defines `near`.
 * - First value at index 7. No value with a missing bar among the last 8.
 *
 * In TA-Lib: CDLTASUKIGAP.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [12, 14, 11.8, 13.5], [12.9, 13, 11.3, 11.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * tasukiGap(open, high, low, close).at(-1); // 100
 */
export const tasukiGap = defineIndicator(
  candlestickPattern({
    name: "tasukiGap",
    title: "Tasuki gap",
    reach: 2,
    terms: { near: NEAR },
    params: {},
    rule: (bars, i) => {
      const { open, close } = bars;
      if (
        color(bars, i) === color(bars, i - 1) ||
        atMost(bars, i, near(bars, i - 1), Math.abs(body(bars, i - 1) - body(bars, i)))
      )
        return 0;
      if (white(bars, i - 1))
        return bodyGapUp(bars, i - 1, i - 2) &&
          open[i]! < close[i - 1]! &&
          open[i]! > open[i - 1]! &&
          close[i]! < open[i - 1]! &&
          close[i]! > top(bars, i - 2)
          ? 100
          : 0;
      return bodyGapDown(bars, i - 1, i - 2) &&
        open[i]! < open[i - 1]! &&
        open[i]! > close[i - 1]! &&
        close[i]! > open[i - 1]! &&
        close[i]! < bottom(bars, i - 2)
        ? -100
        : 0;
    },
  }),
);
