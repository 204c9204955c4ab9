import { BlockMean, blockMean } from "../primitives/block-mean.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Simple moving average: the mean of the last `period` values. A price above a rising average is an uptrend. A classic
 * entry signal is a short average crossing above a longer one.
 *
 * `(x[t] + x[t-1] + … + x[t-period+1]) / period`
 *
 * - `period`: bars in the window; default 20.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - A window of equal prices gives exactly that price. Other means are summed from differences within the window. The error
 *   is at most half a unit of the last digit plus `period · (highest - lowest) · 2^-53` of the window. So a mean is not
 *   always the double nearest to the true mean. If one price is far larger than the others, the last digits are its own.
 * - Values before the window have no influence, since no running sum is kept.
 *
 * @example
 * sma(Float64Array.of(1, 2, 3, 4, 5), 3); // NaN, NaN, 2, 3, 4
 */
export const sma = defineIndicator({
  name: "sma",
  title: "Simple moving average",
  category: "average",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, description: "number of bars in the window" }) },
  outputs: { value: { title: "SMA", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch: ([source], { period }, [out]) => blockMean(source, period, out),
  stream: ({ period }) => new SmaStream(period),
});

class SmaStream extends Stream<number> {
  declare readonly mean: BlockMean;

  constructor(period: number) {
    super();
    this.mean = new BlockMean(period);
  }

  update(source: number): number {
    return this.mean.update(source);
  }

  override peek(source: number): number {
    return this.mean.peek(source);
  }
}
