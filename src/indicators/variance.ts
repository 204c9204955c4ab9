import { BlockMoments, blockMoments } from "../primitives/block-moments.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { isSampleOfOne, varianceFactor, varianceKind } from "../primitives/variance-kind.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Variance: the mean squared distance of recent values from their mean. Variances of independent moves add up, which
 * deviations do not. Use `stddev` for a number in units of the price.
 *
 * `Σ (x - mean)² / n`, or of a sample `Σ (x - mean)² / (n - 1)`
 *
 * - `period`: bars in the window; default 20. Unit: that of the series, squared.
 * - `kind`: `"population"`, the default, divides by n; `"sample"` divides by n - 1.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - Exactly 0 for a constant series. A sample of one bar has no value.
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
    period: param.integer({ default: 20, description: "number of bars in the window" }),
    kind: varianceKind,
  },
  outputs: {
    value: {
      title: "Variance",
      scale: { source: 2 },
      undefinedWhen: {
        description: "kind is sample and period is 1",
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
