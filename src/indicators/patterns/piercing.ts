import { defineIndicator } from "../define.ts";
import { above, black, body, bodyLong, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG } from "./candlestick-settings.ts";

/**
 * Piercing pattern: a fall that opens lower still and then buys back more than half of the bar before: the mirror of the
 * dark cloud cover.
 *
 * A black bar with a long body; a white bar with a long body that opens below its low and closes inside that body, above
 * its middle.
 *
 * - 100 where it is complete, else 0.
 * - What `bodyLong` means is in `CANDLESTICK_SETTINGS`.
 * - First value at index 11. A missing bar among the last 12 leaves no value.
 *
 * TA-Lib's CDLPIERCING.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [9, 13, 9, 12.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * piercing(open, high, low, close).at(-1); // 100
 */
export const piercing = defineIndicator(
  candlestickPattern({
    name: "piercing",
    title: "Piercing pattern",
    reach: 1,
    words: { bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, low, close } = bars;
      return black(bars, i - 1) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        white(bars, i) &&
        above(bars, i, body(bars, i), bodyLong(bars, i)) &&
        open[i]! < low[i - 1]! &&
        close[i]! < open[i - 1]! &&
        above(bars, i, close[i]!, close[i - 1]! + body(bars, i - 1) * 0.5)
        ? 100
        : 0;
    },
  }),
);
