import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { RangeMiddleStream, rangeMiddles } from "./range-middle.ts";

/**
 * Midpoint: the middle between the highest and the lowest of the last `period` values. It stays where it is until one of the two
 * changes, so it shows the level that a market swings about.
 *
 * `(highest(x, period) + lowest(x, period)) / 2`
 *
 * - `period`: bars in the window, 14 unless given. For the highs and lows of bars there is `midprice`.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one.
 *
 * @example
 * midpoint(Float64Array.of(1, 3, 2, 6, 5), 3); // NaN, NaN, 2, 4, 4
 */
export const midpoint = defineIndicator({
  name: "midpoint",
  title: "Midpoint of a window",
  category: "price",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, description: "bars in the window" }) },
  outputs: { value: { title: "Midpoint", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source], { period }, [out]) {
    rangeMiddles(source, source, period, out);
  },
  stream: ({ period }) => new RangeMiddleStream(period),
});
