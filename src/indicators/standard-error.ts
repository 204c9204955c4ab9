import { BlockLine, blockLine } from "../primitives/block-line.ts";
import { BlockMoments, blockMoments } from "../primitives/block-moments.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Standard error of the regression: how far prices scatter around the regression line of the last `period` values, in
 * units of price. It is small in an orderly trend of any pace. A rise means that the line no longer fits.
 *
 * `sqrt(sum of (x - line)² / (period - 2))`
 *
 * - `period`: bars in the window, at least 3; default 14.
 * - The divisor is `period - 2`, since height and slope of the line are estimated from the same data.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - Exactly 0 for a constant series. On a rising straight line the result may differ from 0 by a few hundred-millionths of
 *   the rise within the window.
 *
 * @example
 * standardError(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 1.22474, 2.85774, 1.22474
 */
export const standardError = defineIndicator({
  name: "standardError",
  title: "Standard error",
  category: "volatility",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, min: 3, description: "number of bars in the window" }) },
  outputs: { value: { title: "Standard error", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source], { period }, [out]) {
    const slope = borrowColumn(source.length);
    const excess = borrowColumn(source.length);
    const spread = spreadOf(period);
    const freedom = period / (period - 2);
    blockLine(source, period, excess, slope);
    blockMoments(source, period, excess, out);
    for (let i = 0; i < source.length; i++) out[i] = errorOf(slope[i], out[i], spread, freedom);
    returnColumn(slope);
    returnColumn(excess);
  },
  stream: ({ period }) => new StandardErrorStream(period),
});

/** Returns the variance of the numbers from 1 to `period`. */
function spreadOf(period: number): number {
  return (period * period - 1) / 12;
}

/** Returns the standard error, from the variance that the regression line does not explain. */
function errorOf(slope: number, variance: number, spread: number, freedom: number): number {
  const left = variance - slope * slope * spread;
  return Math.sqrt((left <= 0 ? 0 : left) * freedom);
}

class StandardErrorStream extends Stream<number> {
  declare readonly line: BlockLine;
  declare readonly moments: BlockMoments;
  declare readonly spread: number;
  declare readonly freedom: number;

  constructor(period: number) {
    super();
    this.line = new BlockLine(period);
    this.moments = new BlockMoments(period);
    this.spread = spreadOf(period);
    this.freedom = period / (period - 2);
  }

  update(source: number): number {
    this.line.update(source);
    return errorOf(this.line.slope, this.moments.update(source).variance, this.spread, this.freedom);
  }

  override peek(source: number): number {
    const { slope } = this.line.peek(source);
    return errorOf(slope, this.moments.peek(source).variance, this.spread, this.freedom);
  }
}
