import { BlockWeightedSum, blockWeightedSum, sumOfWeights } from "../primitives/block-weighted-sum.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Weighted moving average: a mean in which the newest bar weighs most and each older bar one step less. It turns sooner than
 * the simple average of the same period. A bar that leaves the window has almost no weight, so the average does not jump.
 *
 * `(n * x[t] + (n - 1) * x[t-1] + … + 1 * x[t-n+1]) / (n * (n + 1) / 2)` with n = `period`
 *
 * - `period`: bars in the window; default 20.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 *
 * @example
 * wma(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 3.83333, 3.83333, 3.5
 */
export const wma = defineIndicator({
  name: "wma",
  title: "Weighted moving average",
  category: "average",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, description: "number of bars in the window" }) },
  outputs: { value: { title: "WMA", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch: ([source], { period }, [out]) => blockWeightedSum(source, period, sumOfWeights(period), out),
  stream: ({ period }) => new WmaStream(period),
});

class WmaStream extends Stream<number> {
  declare readonly weight: number;
  declare readonly sum: BlockWeightedSum;

  constructor(period: number) {
    super();
    this.weight = sumOfWeights(period);
    this.sum = new BlockWeightedSum(period);
  }

  update(source: number): number {
    return this.sum.update(source) / this.weight;
  }

  override peek(source: number): number {
    return this.sum.peek(source) / this.weight;
  }
}
