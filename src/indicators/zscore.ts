import { BlockMoments, blockMoments, type Moments } from "../primitives/block-moments.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Z-score: the distance of a value from the mean of its window, in standard deviations. A value beyond 2 or -2 is unusual. Mean
 * reversion strategies enter there and exit near 0.
 *
 * `(x - mean) / σ`, σ the population deviation of the same window
 *
 * - `period`: bars in the window, including the current one, at least 2; default 20.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - A window of constant values has no value.
 *
 * @example
 * // The values have a mean of 5 and a deviation of 2.
 * zscore(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8)[7]; // 2
 */
export const zscore = defineIndicator({
  name: "zscore",
  title: "Z-score",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, min: 2, description: "number of bars in the window" }) },
  outputs: {
    value: {
      title: "Z-score",
      scale: { source: 0 },
      undefinedWhen: { description: "the window has no variance", holds: standsStill },
    },
  },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source], { period }, [out]) {
    const variance = borrowColumn(source.length);
    blockMoments(source, period, out, variance);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) scores(variance, start, stripEnd(start, length), out);
    returnColumn(variance);
  },
  stream: ({ period }) => new ZscoreStream(period),
});

function score(excess: number, variance: number): number {
  return excess / Math.sqrt(variance === 0 ? MISSING[0] : variance);
}

/** Replaces distances from the mean by z-scores, from `start` to `end` (exclusive). */
function scores(variance: Column, start: number, end: number, out: Column): void {
  for (let i = start | 0; i < end; i++) out[i] = score(out[i], variance[i]);
}

class ZscoreStream extends Stream<number> {
  declare readonly window: BlockMoments;

  constructor(period: number) {
    super();
    this.window = new BlockMoments(period);
  }

  update(source: number): number {
    const { excess, variance }: Moments = this.window.update(source);
    return score(excess, variance);
  }

  override peek(source: number): number {
    const { excess, variance }: Moments = this.window.peek(source);
    return score(excess, variance);
  }
}

function standsStill(inputs: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  const [source] = inputs as readonly [Column];
  const window = source.subarray(index + 1 - (params["period"] as number), index + 1);
  return window.every((value) => value === source[index]);
}
