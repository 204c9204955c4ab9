import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { hasNoTrueRange } from "../primitives/bar-measures.ts";
import { TrueRange, trueRange } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import type { UndefinedCase } from "./spec.ts";
import { Stream } from "./stream.ts";

/**
 * Vortex indicator: how far the market swings upward and downward, each measured from the opposite end of the previous
 * bar. `plus` crossing above `minus` starts an uptrend, the reverse a downtrend. Both near 1 means no trend.
 *
 * `plus = sum of |high - previous low| / sum of true ranges`, `minus = sum of |low - previous high| / sum of true ranges`
 *
 * - `period`: bars in the sums; default 14.
 * - First values at index `period`. No value if all true ranges of the window are 0.
 * - A missing value leaves two bars without a true range, and gives NaN for every window that contains one of them.
 *
 * Etienne Botes and Douglas Siepman, The Vortex Indicator (Stocks & Commodities, 2010).
 *
 * @example
 * const high = Float64Array.of(10, 12, 13, 12);
 * const low = Float64Array.of(8, 9, 11, 9);
 * const close = Float64Array.of(9, 11, 12, 10);
 * vortex(high, low, close, 2).plus; // NaN, NaN, 1.6, 1
 */
export const vortex = defineIndicator({
  name: "vortex",
  title: "Vortex indicator",
  category: "trend",
  inputs: ["high", "low", "close"],
  params: { period: param.integer({ default: 14, description: "number of bars in the sums" }) },
  outputs: {
    plus: { title: "VI+", scale: { price: 0 }, undefinedWhen: noRange() },
    minus: { title: "VI-", scale: { price: 0 }, undefinedWhen: noRange() },
  },
  memory: "window",
  warmup: ({ period }) => ({ plus: period, minus: period }),
  batch([high, low, close], { period }, [plus, minus]) {
    const length = close.length;
    const up = borrowColumn(length);
    const down = borrowColumn(length);
    trueRange(high, low, close, plus);
    swings(high, low, plus, up, down);
    blockSum(plus, period, 1, minus);
    blockSum(up, period, 1, plus);
    divide(plus, minus, plus);
    blockSum(down, period, 1, up);
    divide(up, minus, minus);
    returnColumn(up);
    returnColumn(down);
  },
  stream: ({ period }) => new VortexStream(period),
});

function noRange(): UndefinedCase {
  return {
    description: "all true ranges of the window are 0",
    holds: ([high, low, close], { period }, index) => hasNoTrueRange(high!, low!, close!, Number(period), index),
  };
}

/** Writes |high - previous low| and |low - previous high| of each bar, NaN for a bar without a true range. */
function swings(high: Column, low: Column, ranges: Column, up: Column, down: Column): void {
  let lastHigh = MISSING[0];
  let lastLow = MISSING[0];
  for (let i = 0; i < ranges.length; i++) {
    const nanIfMissing = ranges[i] - ranges[i];
    up[i] = Math.abs(high[i] - lastLow) + nanIfMissing;
    down[i] = Math.abs(low[i] - lastHigh) + nanIfMissing;
    lastHigh = high[i];
    lastLow = low[i];
  }
}

/** Returns the sum of movements divided by the sum of true ranges; NaN if the divisor is 0. */
function quotient(part: number, range: number): number {
  return part / range + (range - range) / range;
}

function divide(parts: Column, ranges: Column, out: Column): void {
  for (let i = 0; i < out.length; i++) out[i] = quotient(parts[i], ranges[i]);
}

/** Output values of one bar. */
class VortexValue {
  plus = NaN;
  minus = NaN;
}

class VortexStream extends Stream<VortexValue> {
  declare readonly range: TrueRange;
  declare readonly up: BlockSum;
  declare readonly down: BlockSum;
  declare readonly ranges: BlockSum;
  lastHigh = NaN;
  lastLow = NaN;
  readonly value = new VortexValue();

  constructor(period: number) {
    super();
    this.range = new TrueRange();
    this.up = new BlockSum(period);
    this.down = new BlockSum(period);
    this.ranges = new BlockSum(period);
  }

  update(high: number, low: number, close: number): VortexValue {
    const range = this.range.update(high, low, close);
    const nanIfMissing = range - range;
    const sum = this.ranges.update(range);
    const value = this.value;
    value.plus = quotient(this.up.update(Math.abs(high - this.lastLow) + nanIfMissing), sum);
    value.minus = quotient(this.down.update(Math.abs(low - this.lastHigh) + nanIfMissing), sum);
    this.lastHigh = high;
    this.lastLow = low;
    return value;
  }

  override peek(high: number, low: number, close: number): VortexValue {
    const range = this.range.peek(high, low, close);
    const nanIfMissing = range - range;
    const sum = this.ranges.peek(range);
    const value = new VortexValue();
    value.plus = quotient(this.up.peek(Math.abs(high - this.lastLow) + nanIfMissing), sum);
    value.minus = quotient(this.down.peek(Math.abs(low - this.lastHigh) + nanIfMissing), sum);
    return value;
  }
}
