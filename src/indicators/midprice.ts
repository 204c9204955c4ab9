import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { RangeMiddleStream, rangeMiddles } from "./range-middle.ts";

/**
 * Midprice: the middle between the highest high and the lowest low of the last `period` bars. Ichimoku's lines are midprices.
 *
 * `(highest(high, period) + lowest(low, period)) / 2`
 *
 * - `period`: bars in the window; default 14. Use `midpoint` for a single series.
 * - First value at index `period - 1`. A bar with a missing number gives NaN for every window that contains it.
 *
 * @example
 * midprice(Float64Array.of(3, 5, 4, 8), Float64Array.of(1, 3, 2, 6), 2); // NaN, 3, 3.5, 5
 */
export const midprice = defineIndicator({
  name: "midprice",
  title: "Midprice of a window",
  category: "price",
  inputs: ["high", "low"],
  params: { period: param.integer({ default: 14, description: "number of bars in the window" }) },
  outputs: { value: { title: "Midprice", scale: { price: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([high, low], { period }, [out]) {
    rangeMiddles(high, low, period, out);
  },
  stream: ({ period }) => new RangeMiddleStream(period),
});
