import { defineIndicator } from "../define.ts";
import { atMost, body, bodyDoji } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI } from "./candlestick-settings.ts";

/**
 * Doji: a bar that closes where it opened, so neither side has won. It shows that a move has stopped, not where the next one goes.
 *
 * The body is at most a tenth of the mean range of the previous bars.
 *
 * - 100 marks the pattern; it is not a direction.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji`.
 * - First value at index 10. No value with a missing bar among the last 11.
 *
 * In TA-Lib: CDLDOJI.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [11, 13, 9, 11]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * doji(open, high, low, close).at(-1); // 100
 */
export const doji = defineIndicator(
  candlestickPattern({
    name: "doji",
    title: "Doji",
    reach: 0,
    terms: { bodyDoji: BODY_DOJI },
    params: {},
    rule: (bars, i) => {
      return atMost(bars, i, body(bars, i), bodyDoji(bars, i)) ? 100 : 0;
    },
  }),
);
