import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { linePoint } from "./line-point.ts";

/**
 * Linear regression: the value of the regression line of the last `period` values at the last bar. It is an average
 * without lag: in a steady trend it equals the price.
 *
 * `mean + slope * (period - 1) / 2` of the least-squares line
 *
 * - `period`: bars in the window, at least 2; default 14.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - A constant series gives exactly its value. A small trend at a high price keeps its digits, since the line is computed
 *   from differences within the window.
 *
 * @example
 * linreg(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 5.5, 4.16667, 2.5
 */
export const linreg = defineIndicator({
  name: "linreg",
  title: "Linear regression",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, min: 2, description: "number of bars in the window" }) },
  outputs: { value: { title: "Linear regression", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  ...linePoint((period) => (period - 1) / 2),
});
