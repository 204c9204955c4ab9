import { BlockLine, blockLine } from "../primitives/block-line.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Slope of the linear regression: what the straight line that lies nearest to the last `period` values rises by a bar, in units
 * of price. Its sign is the direction of the trend and its size the pace, with every bar of the window heard.
 *
 * `sum of (k - middle) * x[k] / sum of (k - middle)²`, k from 1 for the oldest bar to `period`, `middle = (period + 1) / 2`
 *
 * - `period`: bars in the window, at least 2, 14 unless given.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one.
 * - A constant series has a slope of exactly 0, whatever its height.
 *
 * @example
 * linregSlope(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 2.5, 0.5, -1.5
 */
export const linregSlope = defineIndicator({
  name: "linregSlope",
  title: "Linear regression slope",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, min: 2, description: "bars in the window" }) },
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
