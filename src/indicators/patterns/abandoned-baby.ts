import * as param from "../../primitives/param-kinds.ts";
import { defineIndicator } from "../define.ts";
import {
  above,
  atMost,
  black,
  body,
  bodyDoji,
  bodyLong,
  bodyShort,
  gapDown,
  gapUp,
  white,
} from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_DOJI, BODY_LONG, BODY_SHORT } from "./candlestick-settings.ts";

/**
 * Abandoned baby: a doji with a gap on each side. It is the sharpest kind of turn, and a rare one.
 *
 * Bar 1 has a long body. Bar 2 is a doji whose whole range lies beyond the range of bar 1. Bar 3 has the other color and a body that is not
 * short. Its whole range lies on the same side of the doji as the range of bar 1. It closes more than `penetration` of the first body into
 * that body.
 *
 * - 100 after a fall, -100 after a rise.
 * - `penetration`: fraction of the first body; default 0.3.
 * - `CANDLESTICK_SETTINGS` defines `bodyDoji`, `bodyLong` and `bodyShort`.
 * - First value at index 12. No value with a missing bar among the last 13.
 *
 * In TA-Lib: CDLABANDONEDBABY.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [16, 16, 12, 12], [11, 11.2, 10.8, 11], [11.6, 14, 11.5, 14]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * abandonedBaby(open, high, low, close).at(-1); // 100
 */
export const abandonedBaby = defineIndicator(
  candlestickPattern({
    name: "abandonedBaby",
    title: "Abandoned baby",
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
      const first = i - 2;
      const star = i - 1;
      const deep = body(bars, first) * penetration;
      if (
        atMost(bars, i, body(bars, first), bodyLong(bars, first)) ||
        above(bars, i, body(bars, star), bodyDoji(bars, star)) ||
        atMost(bars, i, body(bars, i), bodyShort(bars, i))
      )
        return 0;
      if (white(bars, first))
        return black(bars, i) &&
          above(bars, i, close[first]! - deep, close[i]!) &&
          gapUp(bars, star, first) &&
          gapDown(bars, i, star)
          ? -100
          : 0;
      return white(bars, i) &&
        above(bars, i, close[i]!, close[first]! + deep) &&
        gapDown(bars, star, first) &&
        gapUp(bars, i, star)
        ? 100
        : 0;
    },
  }),
);
