import { defineIndicator } from "../define.ts";
import { above, atMost, black, body, bodyLong, equal, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, EQUAL } from "./candlestick-settings.ts";

/**
 * Thrusting pattern: an answer to a long black bar that gets into its body, but not to the middle: stronger than in-neck,
 * weaker than piercing. The fall is expected to go on.
 *
 * A black bar with a long body; a white bar that opens below its low and closes inside that body, above its close, but not
 * above its middle.
 *
 * - -100 where it is complete, else 0.
 * - What `equal`, `bodyLong` mean is in `CANDLESTICK_SETTINGS`.
 * - First value at index 11. A missing bar among the last 12 leaves no value.
 *
 * TA-Lib's CDLTHRUSTING.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [9, 11.6, 9, 11.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * thrusting(open, high, low, close).at(-1); // -100
 */
export const thrusting = defineIndicator(
  candlestickPattern({
    name: "thrusting",
    title: "Thrusting pattern",
    reach: 1,
    words: { equal: EQUAL, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, low, close } = bars;
      return black(bars, i - 1) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        white(bars, i) &&
        open[i]! < low[i - 1]! &&
        above(bars, i, close[i]!, close[i - 1]! + equal(bars, i - 1)) &&
        atMost(bars, i, close[i]!, close[i - 1]! + body(bars, i - 1) * 0.5)
        ? -100
        : 0;
    },
  }),
);
