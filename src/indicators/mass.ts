import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import type { Column } from "../primitives/column.ts";
import { UNDERFLOW_CHECK_BARS, rescaleTinyAverages } from "../primitives/underflow.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { emaFactor, convergenceSteps, Smoothing, smoothRange } from "../primitives/smoothing.ts";
import { stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Mass index: whether the ranges of bars are growing. A rise above 27 followed by a fall below 26.5, the "reversal bulge",
 * announces the end of a trend. It does not show the direction of that trend.
 *
 * `Σ ema(high - low) / ema(ema(high - low))`
 *
 * - `period`: ratios in the sum; default 25. `emaPeriod`: bars of each average; default 9.
 * - First value at index `2 * emaPeriod + period - 3`. While all bars have equal ranges, or no range at all, each ratio is
 *   1 and the sum is `period`. In a market that becomes constant the value falls toward 0.
 * - A missing bar gives no value for every sum that contains it; the averages continue with the next bar.
 *
 * Donald Dorsey, The Mass Index, Technical Analysis of Stocks & Commodities (1992).
 *
 * @example
 * // The ranges of the bars are 2, 2, 4 and 4.
 * mass(Float64Array.of(10, 10, 12, 12), Float64Array.of(8, 8, 8, 8), 2, 2); // NaN, NaN, NaN, 2.3587
 */
export const mass = defineIndicator({
  name: "mass",
  title: "Mass index",
  category: "volatility",
  inputs: ["high", "low"],
  params: {
    period: param.integer({ default: 25, description: "number of ratios in the sum" }),
    emaPeriod: param.integer({ default: 9, description: "number of bars of each average" }),
  },
  outputs: { value: { title: "Mass index", scale: { price: 0 } } },
  memory: "recursive",
  warmup: ({ period, emaPeriod }) => 2 * emaPeriod + period - 3,
  stableAfter: ({ period, emaPeriod }) => 2 * (emaPeriod - 1 + period - 1) + 2 * convergenceSteps(emaFactor(emaPeriod)),
  batch([high, low], { period, emaPeriod }, [out]) {
    const length = high.length;
    const ratios = borrowColumn(length);
    const growth = new Growth(emaPeriod);
    for (let start = 0; start < length; start += UNDERFLOW_CHECK_BARS)
      growth.batch(high, low, start, stripEnd(start, length, UNDERFLOW_CHECK_BARS), out, ratios);
    blockSum(ratios, period, 1, out);
    returnColumn(ratios);
  },
  stream: ({ period, emaPeriod }) => new MassStream(period, emaPeriod),
});

function ratio(once: number, twice: number): number {
  return twice === 0 ? 1 : once / twice;
}

/** Computes the average range of the bars divided by the average of that average. */
class Growth {
  declare readonly once: Smoothing;
  declare readonly twice: Smoothing;

  constructor(period: number) {
    this.once = new Smoothing(emaFactor(period), period);
    this.twice = new Smoothing(emaFactor(period), period);
  }

  peek(high: number, low: number): number {
    const once = this.once.peek(high - low);
    return ratio(once, this.twice.peek(once));
  }

  update(high: number, low: number): number {
    rescaleTinyAverages(this.once, this.twice);
    const once = this.once.update(high - low);
    return ratio(once, this.twice.update(once));
  }

  /** Computes the ratios from `start` to `end` (exclusive). `room` is a column for intermediate results. */
  batch(high: Column, low: Column, start: number, end: number, room: Column, out: Column): void {
    rescaleTinyAverages(this.once, this.twice);
    for (let i = start | 0; i < end; i++) room[i] = high[i] - low[i];
    smoothRange(this.once, room, start, end, room);
    smoothRange(this.twice, room, start, end, out);
    for (let i = start | 0; i < end; i++) out[i] = ratio(room[i], out[i]);
  }
}

class MassStream extends Stream<number> {
  declare readonly growth: Growth;
  declare readonly sum: BlockSum;

  constructor(period: number, emaPeriod: number) {
    super();
    this.growth = new Growth(emaPeriod);
    this.sum = new BlockSum(period);
  }

  update(high: number, low: number): number {
    return this.sum.update(this.growth.update(high, low));
  }

  override peek(high: number, low: number): number {
    return this.sum.peek(this.growth.peek(high, low));
  }
}
