import { defineIndicator } from "../define.ts";
import { atMost, body, bodyDoji } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI } from "./candlestick-settings.ts";

/**
 * Doji: a bar that closes where it opened: neither side has won. It says that a move has come to a stop, not where the next
 * one goes.
 *
 * A body of at most a tenth of the mean range of the bars before.
 *
 * - 100 says that it is there; it is not a direction.
 * - What `bodyDoji` means is in `CANDLESTICK_SETTINGS`.
 * - First value at index 10. A missing bar among the last 11 leaves no value.
 *
 * TA-Lib's CDLDOJI.
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
    words: { bodyDoji: BODY_DOJI },
    params: {},
    rule: (bars, i) => {
      return atMost(bars, i, body(bars, i), bodyDoji(bars, i)) ? 100 : 0;
    },
  }),
);
