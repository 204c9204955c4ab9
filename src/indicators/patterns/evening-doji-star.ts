import * as param from "../../primitives/param-kinds.ts";
import { defineIndicator } from "../define.ts";
import { above, atMost, black, body, bodyDoji, bodyGapUp, bodyLong, bodyShort, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI, BODY_LONG, BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Evening doji star: an evening star whose middle bar is a doji. A rise stops and then falls back.
 *
 * Bar 1 is white and has a long body. Bar 2 is a doji whose body lies above the body of bar 1. Bar 3 is black, its body is not short, and
 * it closes more than `penetration` of the first body into that body.
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `penetration`: fraction of the first body; default 0.3.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji`, `bodyLong` and `bodyShort`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDLEVENINGDOJISTAR.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 14, 10, 14], [15, 15.5, 14.5, 15], [14, 14, 11, 11]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * eveningDojiStar(open, high, low, close).at(-1); // -100
 */
export const eveningDojiStar = defineIndicator(
  candlestickPattern({
    name: "eveningDojiStar",
    title: "Evening doji star",
    reach: 2,
    terms: { bodyDoji: BODY_DOJI, bodyLong: BODY_LONG, bodyShort: BODY_SHORT },
    params: {
      penetration: param.number({
        default: 0.3,
        min: 0,
        description: "required depth into the first body, as a fraction",
      }),
    },
    rule: (bars, i, { penetration }) => {
      const { close } = bars;
      return white(bars, i - 2) &&
        above(bars, i, body(bars, i - 2), bodyLong(bars, i - 2)) &&
        atMost(bars, i, body(bars, i - 1), bodyDoji(bars, i - 1)) &&
        bodyGapUp(bars, i - 1, i - 2) &&
        black(bars, i) &&
        above(bars, i, body(bars, i), bodyShort(bars, i)) &&
        above(bars, i, close[i - 2]! - body(bars, i - 2) * penetration, close[i]!)
        ? -100
        : 0;
    },
  }),
);
