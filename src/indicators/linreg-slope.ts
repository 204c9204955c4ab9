import { BlockLine, blockLine } from "../primitives/block-line.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Slope of the linear regression: the rise per bar of the regression line of the last `period` values, in units of price.
 * The sign is the direction of the trend, and the size is the pace.
 *
 * `sum of (k - middle) * x[k] / sum of (k - middle)²`, k from 1 for the oldest bar to `period`, `middle = (period + 1) / 2`
 *
 * - `period`: bars in the window, at least 2; default 14.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - Exactly 0 for a constant series.
 *
 * @example
 * linregSlope(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 2.5, 0.5, -1.5
 */
export const linregSlope = defineIndicator({
  name: "linregSlope",
  title: "Linear regression slope",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, min: 2, description: "number of bars in the window" }) },
  outputs: { value: { title: "Slope", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source], { period }, [out]) {
    const excess = borrowColumn(source.length);
    blockLine(source, period, excess, out);
    returnColumn(excess);
  },
  stream: ({ period }) => new LinregSlopeStream(period),
});

class LinregSlopeStream extends Stream<number> {
  declare readonly window: BlockLine;

  constructor(period: number) {
    super();
    this.window = new BlockLine(period);
  }

  update(source: number): number {
    this.window.update(source);
    return this.window.slope;
  }

  override peek(source: number): number {
    return this.window.peek(source).slope;
  }
}
