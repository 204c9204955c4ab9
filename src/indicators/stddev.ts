import { BlockMoments, blockMoments } from "../primitives/block-moments.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { isSampleOfOne, varianceFactor, varianceKind } from "../primitives/variance-kind.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Standard deviation: the usual distance of recent values from their mean, in units of the series. On prices it grows with
 * a trend as well as with volatility. For volatility without the trend use `histvol`, which measures returns.
 *
 * `√(Σ (x - mean)² / n)`, or of a sample `√(Σ (x - mean)² / (n - 1))`
 *
 * - `period`: bars in the window; default 20.
 * - `kind`: `"population"`, the default, divides by n, as Bollinger does; `"sample"` divides by n - 1.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - Exactly 0 for a constant series. A sample of one bar has no value.
 *
 * @example
 * stddev(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8)[7]; // 2
 */
export const stddev = defineIndicator({
  name: "stddev",
  title: "Standard deviation",
  category: "volatility",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 20, description: "number of bars in the window" }),
    kind: varianceKind,
  },
  outputs: {
    value: {
      title: "Standard deviation",
      scale: { source: 1 },
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
    for (let i = 0; i < out.length; i++) out[i] = Math.sqrt(out[i] * factor);
  },
  stream: ({ period, kind }) => new StddevStream(period, varianceFactor(period, kind)),
});

class StddevStream extends Stream<number> {
  declare readonly factor: number;
  declare readonly window: BlockMoments;

  constructor(period: number, factor: number) {
    super();
    this.factor = factor;
    this.window = new BlockMoments(period);
  }

  update(source: number): number {
    return Math.sqrt(this.window.update(source).variance * this.factor);
  }

  override peek(source: number): number {
    return Math.sqrt(this.window.peek(source).variance * this.factor);
  }
}
