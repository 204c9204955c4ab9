import { BlockLine, blockLine, type Line } from "../primitives/block-line.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrow, giveBack } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

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
  batch([source], { period }, [out]) {
    const excess = borrow(source.length);
    const reach = (period + 1) / 2;
    blockLine(source, period, excess, out);
    for (let i = 0; i < source.length; i++) out[i] = source[i] - (excess[i] - out[i] * reach);
    giveBack(excess);
  },
  stream: ({ period }) => new LinregForecastStream(period),
});

class LinregForecastStream extends Stream<number> {
  readonly window: BlockLine;
  /** Bars from the middle of the window to the bar ahead. */
  readonly reach: number;

  constructor(period: number) {
    super();
    this.window = new BlockLine(period);
    this.reach = (period + 1) / 2;
  }

  update(source: number): number {
    return this.#ahead(source, this.window.update(source));
  }

  override peek(source: number): number {
    return this.#ahead(source, this.window.peek(source));
  }

  #ahead(source: number, { excess, slope }: Line): number {
    return source - (excess - slope * this.reach);
  }
}
