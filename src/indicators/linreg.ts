import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { linePoint } from "./line-point.ts";

/**
 * Linear regression: where the straight line that lies nearest to the last `period` values ends, on the last bar. An average
 * without the lag: in a steady trend it is on the price.
 *
 * `mean + slope * (period - 1) / 2`, the line of least squares
 *
 * - `period`: bars in the window, at least 2, 14 unless given.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one.
 * - A constant series is its own line to the last bit, and a small trend on a high price loses no digits: the line is laid
 *   through differences from a price inside the window.
 *
 * @example
 * linreg(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 5.5, 4.16667, 2.5
 */
export const linreg = defineIndicator({
  name: "linreg",
  title: "Linear regression",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, min: 2, description: "bars in the window" }) },
  outputs: { value: { title: "Linear regression", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  ...linePoint((period) => (period - 1) / 2),
});
