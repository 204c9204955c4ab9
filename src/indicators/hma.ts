import { BlockWeightedSum, blockWeightedSum, sumOfWeights } from "../primitives/block-weighted-sum.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Hull moving average: twice a fast weighted average minus a slow one removes most of the lag; a short weighted average
 * smooths the result. It follows turns closely and may overshoot them. The usual signal is a change of its own direction.
 *
 * `wma(2 * wma(x, period / 2) - wma(x, period), sqrt(period))`, both lengths rounded down
 *
 * - `period`: bars in the slow average, at least 2; default 20.
 * - First value at index `period + floor(sqrt(period)) - 2`. A missing value gives NaN for every window that contains it.
 *
 * Alan Hull (2005).
 *
 * @example
 * hma(Float64Array.of(1, 2, 4, 7, 11, 16), 4); // NaN, NaN, NaN, NaN, 10.3889, 15.3889
 */
export const hma = defineIndicator({
  name: "hma",
  title: "Hull moving average",
  category: "average",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, min: 2, description: "number of bars in the slow average" }) },
  outputs: { value: { title: "HMA", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period + smoothingOf(period) - 2,
  batch([source], { period }, [out]) {
    const length = source.length;
    const fast = Math.floor(period / 2);
    const smoothing = smoothingOf(period);
    const raw = borrowColumn(length);
    blockWeightedSum(source, fast, sumOfWeights(fast), raw);
    blockWeightedSum(source, period, sumOfWeights(period), out);
    for (let i = 0; i < length; i++) raw[i] = 2 * raw[i] - out[i];
    blockWeightedSum(raw, smoothing, sumOfWeights(smoothing), out);
    returnColumn(raw);
  },
  stream: ({ period }) => new HmaStream(period),
});

function smoothingOf(period: number): number {
  return Math.floor(Math.sqrt(period));
}

class HmaStream extends Stream<number> {
  declare readonly fast: BlockWeightedSum;
  declare readonly slow: BlockWeightedSum;
  declare readonly smoothing: BlockWeightedSum;
  declare readonly fastWeight: number;
  declare readonly slowWeight: number;
  declare readonly smoothingWeight: number;

  constructor(period: number) {
    super();
    this.fast = new BlockWeightedSum(Math.floor(period / 2));
    this.slow = new BlockWeightedSum(period);
    this.smoothing = new BlockWeightedSum(smoothingOf(period));
    this.fastWeight = sumOfWeights(this.fast.period);
    this.slowWeight = sumOfWeights(period);
    this.smoothingWeight = sumOfWeights(this.smoothing.period);
  }

  update(source: number): number {
    const fast = this.fast.update(source) / this.fastWeight;
    const slow = this.slow.update(source) / this.slowWeight;
    return this.smoothing.update(2 * fast - slow) / this.smoothingWeight;
  }

  override peek(source: number): number {
    const fast = this.fast.peek(source) / this.fastWeight;
    const slow = this.slow.peek(source) / this.slowWeight;
    return this.smoothing.peek(2 * fast - slow) / this.smoothingWeight;
  }
}
