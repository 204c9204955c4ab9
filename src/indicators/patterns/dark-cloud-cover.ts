import * as param from "../../primitives/param-kinds.ts";
import { defineIndicator } from "../define.ts";
import { above, black, body, bodyLong, white } from "./candlestick-bars.ts";
import { candlestickPattern } from "./candlestick-pattern.ts";
import { BODY_LONG } from "./candlestick-settings.ts";

/**
 * Dark cloud cover: a rise that opens higher still and then sells off deep into the previous body. It is the mirror of the
 * piercing pattern.
 *
 * Bar 1 is white and has a long body. Bar 2 is black, opens above the high of bar 1 and closes inside the body of bar 1. The close is below
 * the top of that body by more than `penetration` of its length.
 *
 * - -100 on the bar that completes the pattern, else 0.
 * - `penetration`: fraction of the first body; default 0.5.
 * - `CANDLESTICK_SETTINGS` defines `bodyLong`.
 * - First value at index 11. No value with a missing bar among the last 12.
 *
 * In TA-Lib: CDLDARKCLOUDCOVER.
 *
 * @example
 * // Twelve ordinary bars, then the pattern: open, high, low, close.
 * const ordinary = Array(12).fill([10, 12, 9, 11]);
 * const bars = [...ordinary, [10, 14, 10, 14], [14.5, 14.6, 11, 11.5]];
 * const [open, high, low, close] = [0, 1, 2, 3].map((k) => Float64Array.from(bars, (bar) => bar[k]));
 * darkCloudCover(open, high, low, close).at(-1); // -100
 */
export const darkCloudCover = defineIndicator(
  candlestickPattern({
    name: "darkCloudCover",
    title: "Dark cloud cover",
    reach: 1,
    terms: { bodyLong: BODY_LONG },
    params: {
      penetration: param.number({
        default: 0.5,
        min: 0,
        description: "required depth into the first body, as a fraction",
      }),
    },
    rule: (bars, i, { penetration }) => {
      const { open, high, close } = bars;
      return white(bars, i - 1) &&
        above(bars, i, body(bars, i - 1), bodyLong(bars, i - 1)) &&
        black(bars, i) &&
        open[i]! > high[i - 1]! &&
        close[i]! > open[i - 1]! &&
        above(bars, i, close[i - 1]! - body(bars, i - 1) * penetration, close[i]!)
        ? -100
        : 0;
    },
  }),
);
