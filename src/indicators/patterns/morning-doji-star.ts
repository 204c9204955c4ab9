import * as param from "../../primitives/param-kinds.ts";
import { defineIndicator } from "../define.ts";
import { above, atMost, black, body, bodyDoji, bodyGapDown, bodyLong, bodyShort, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI, BODY_LONG, BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Morning doji star: a morning star whose middle bar is a doji. A fall stops and then rises back.
 *
 * Bar 1 is black and has a long body. Bar 2 is a doji whose body lies below the body of bar 1. Bar 3 is white, its body is not short, and
 * it closes more than `penetration` of the first body into that body.
 *
 * - 100 on the bar that completes the pattern, else 0.
 * - `penetration`: fraction of the first body; default 0.3.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji`, `bodyLong` and `bodyShort`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDLMORNINGDOJISTAR.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [14, 14, 10, 10], [9, 9.5, 8.5, 9], [10, 13, 10, 13]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * morningDojiStar(open, high, low, close).at(-1); // 100
 */
export const morningDojiStar = defineIndicator(
  candlestickPattern({
    name: "morningDojiStar",
    title: "Morning doji star",
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
      return black(bars, i - 2) &&
        above(bars, i, body(bars, i - 2), bodyLong(bars, i - 2)) &&
        atMost(bars, i, body(bars, i - 1), bodyDoji(bars, i - 1)) &&
        bodyGapDown(bars, i - 1, i - 2) &&
        white(bars, i) &&
        above(bars, i, body(bars, i), bodyShort(bars, i)) &&
        above(bars, i, close[i]!, close[i - 2]! + body(bars, i - 2) * penetration)
        ? 100
        : 0;
    },
  }),
);
