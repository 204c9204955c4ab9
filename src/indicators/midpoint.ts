import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { RangeMiddleStream, rangeMiddles } from "./range-middle.ts";

/**
 * Midpoint: the middle between the highest and the lowest of the last `period` values. It changes only when one of the two
 * changes, so it shows the level around which a market moves.
 *
 * `(highest(x, period) + lowest(x, period)) / 2`
 *
 * - `period`: bars in the window; default 14. Use `midprice` for the highs and lows of bars.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 *
 * @example
 * midpoint(Float64Array.of(1, 3, 2, 6, 5), 3); // NaN, NaN, 2, 4, 4
 */
export const midpoint = defineIndicator({
  name: "midpoint",
  title: "Midpoint of a window",
  category: "price",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, description: "number of bars in the window" }) },
  outputs: { value: { title: "Midpoint", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source], { period }, [out]) {
    rangeMiddles(source, source, period, out);
  },
  stream: ({ period }) => new RangeMiddleStream(period),
});
