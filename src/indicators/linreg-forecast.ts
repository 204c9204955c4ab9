import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { linePoint } from "./line-point.ts";

/**
 * Time series forecast: the straight line that lies nearest to the last `period` values, drawn on by one bar. It says where the
 * next bar would be if the trend went on as it is, and belongs to the bar that is known: no later one is read.
 *
 * `mean + slope * (period + 1) / 2`, the line of least squares
 *
 * - `period`: bars in the window, at least 2, 14 unless given.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one.
 * - A constant series is its own forecast to the last bit.
 *
 * @example
 * linregForecast(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 8, 4.66667, 1
 */
export const linregForecast = defineIndicator({
  name: "linregForecast",
  title: "Time series forecast",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, min: 2, description: "bars in the window" }) },
  outputs: { value: { title: "Forecast", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  ...linePoint((period) => (period + 1) / 2),
});
