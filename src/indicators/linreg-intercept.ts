import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { linePoint } from "./line-point.ts";

/**
 * Intercept of the linear regression: where the straight line that lies nearest to the last `period` values begins, on the oldest
 * bar of the window. With the end of the line (`linreg`) it is what a chart needs to draw it.
 *
 * `mean - slope * (period - 1) / 2`, the line of least squares
 *
 * - `period`: bars in the window, at least 2, 14 unless given.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one.
 * - A constant series is its own line to the last bit.
 *
 * @example
 * linregIntercept(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 0.5, 3.16667, 5.5
 */
export const linregIntercept = defineIndicator({
  name: "linregIntercept",
  title: "Linear regression intercept",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, min: 2, description: "bars in the window" }) },
  outputs: { value: { title: "Intercept", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  ...linePoint((period) => (1 - period) / 2),
});
