import { BlockMean, blockMean } from "../primitives/block-mean.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Simple moving average: the mean of the last `period` values, the plainest line through the noise. Price above it and
 * rising with it is an up-trend; the shorter of two of them crossing the longer is the oldest entry signal there is.
 *
 * `(x[t] + x[t-1] + … + x[t-period+1]) / period`
 *
 * - `period`: bars in the window, 20 unless given.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one.
 * - A window of one price has that price as its mean, exactly. Other means are summed up from differences inside the window. One
 *   is off by at most half a unit of its last digit plus `period · (highest - lowest) · 2^-53` of its window, so it is not always the
 *   double nearest to the true mean. Where one price dwarfs the others the last digits are those of that price.
 * - What came before the window leaves no trace: no running sum is kept.
 *
 * @example
 * sma(Float64Array.of(1, 2, 3, 4, 5), 3); // NaN, NaN, 2, 3, 4
 */
export const sma = defineIndicator({
  name: "sma",
  title: "Simple moving average",
  category: "average",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, description: "bars in the window" }) },
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
