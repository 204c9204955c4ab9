import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { linePoint } from "./line-point.ts";

/**
 * Intercept of the linear regression: the value of the regression line at the oldest bar of the window. A chart can draw the line
 * from this value to its end, `linreg`.
 *
 * `mean - slope * (period - 1) / 2` of the least-squares line
 *
 * - `period`: bars in the window, at least 2; default 14.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - A constant series gives exactly its value.
 *
 * @example
 * linregIntercept(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 0.5, 3.16667, 5.5
 */
export const linregIntercept = defineIndicator({
  name: "linregIntercept",
  title: "Linear regression intercept",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, min: 2, description: "number of bars in the window" }) },
  outputs: { value: { title: "Intercept", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  ...linePoint((period) => (1 - period) / 2),
});
