import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { linePoint } from "./line-point.ts";

/**
 * Time series forecast: the regression line of the last `period` values, extended by one bar. It shows where the next bar
 * would be if the trend continued. Each value belongs to the last bar it uses, so it reads no later bar.
 *
 * `mean + slope * (period + 1) / 2` of the least-squares line
 *
 * - `period`: bars in the window, at least 2; default 14.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - A constant series gives exactly its value.
 *
 * @example
 * linregForecast(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 8, 4.66667, 1
 */
export const linregForecast = defineIndicator({
  name: "linregForecast",
  title: "Time series forecast",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, min: 2, description: "number of bars in the window" }) },
  outputs: { value: { title: "Forecast", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  ...linePoint((period) => (period + 1) / 2),
});
