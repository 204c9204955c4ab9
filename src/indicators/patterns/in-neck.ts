import { defineIndicator } from "../define.ts";
import { above, atMost, black, body, bodyLong, equal, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG, EQUAL } from "./candlestick-settings.ts";

/**
 * In-neck pattern: a weak answer to a long black bar: the next one opens below it and only gets back to its close. The fall
 * is expected to go on.
 *
 * A black bar with a long body; a white bar that opens below its low and closes at its close or barely above.
 *
 * - -100 where it is complete, else 0.
 * - What `equal`, `bodyLong` mean is in `CANDLESTICK_SETTINGS`.
 * - First value at index 11. A missing bar among the last 12 leaves no value.
 *
 * TA-Lib's CDLINNECK.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [9, 10.1, 9, 10.05]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * inNeck(open, high, low, close).at(-1); // -100
 */
export const inNeck = defineIndicator(
  candlestickPattern({
    name: "inNeck",
    title: "In-neck pattern",
    reach: 1,
    words: { equal: EQUAL, bodyLong: BODY_LONG },
    params: {},
    rule: (bars, i) => {
      const { open, low, close } = bars;
      return black(bars, i - 1) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        white(bars, i) &&
        open[i]! < low[i - 1]! &&
        atMost(bars, i, close[i]!, close[i - 1]! + equal(bars, i - 1)) &&
        close[i]! >= close[i - 1]!
        ? -100
        : 0;
    },
  }),
);
