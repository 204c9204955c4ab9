import { BlockMoments, blockMoments } from "../primitives/block-moments.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { isSampleOfOne, varianceFactor, varianceKind } from "../primitives/variance-kind.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Variance: the mean squared distance of the last values from their mean. Variances of independent moves add up, which
 * deviations do not; for a number in the units of the price take `stddev`.
 *
 * `Σ (x - mean)² / n`, of a sample `Σ (x - mean)² / (n - 1)`
 *
 * - `period`: bars in the window, 20 unless given; the unit is that of the series, squared.
 * - `kind`: `"population"`, the default, takes the window for all there is; `"sample"` takes it for a part of more.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one.
 * - A constant series has exactly none. A sample of one bar has no variance: no value.
 *
 * @example
 * variance(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8)[7]; // 4
 */
export const variance = defineIndicator({
  name: "variance",
  title: "Variance",
  category: "volatility",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 20, description: "bars in the window" }),
    kind: varianceKind,
  },
  outputs: {
    value: {
      title: "Variance",
      scale: { source: 2 },
      undefinedWhen: {
        description: "it is the variance of a sample of one bar",
        holds: isSampleOfOne,
      },
    },
  },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source], { period, kind }, [out]) {
    const excess = borrowColumn(source.length);
    blockMoments(source, period, excess, out);
    returnColumn(excess);
    const factor = varianceFactor(period, kind);
    if (factor !== 1) for (let i = 0; i < out.length; i++) out[i] *= factor;
  },
  stream: ({ period, kind }) => new VarianceStream(period, varianceFactor(period, kind)),
});

class VarianceStream extends Stream<number> {
  declare readonly factor: number;
  declare readonly window: BlockMoments;

  constructor(period: number, factor: number) {
    super();
    this.factor = factor;
    this.window = new BlockMoments(period);
  }

  update(source: number): number {
    return this.window.update(source).variance * this.factor;
  }

  override peek(source: number): number {
    return this.window.peek(source).variance * this.factor;
  }
}
