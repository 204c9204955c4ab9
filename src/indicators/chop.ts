import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { TrueRange, trueRange } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Choppiness index: how much of a market's movement led nowhere, in either direction. Near 100 the price goes back and
 * forth within one range, near 0 it moves straight. Above 61.8 a market is commonly called choppy, below 38.2 trending.
 *
 * `100 * log10(Σ true range / (highest high - lowest low)) / log10(period)`
 *
 * - `period`: bars in the window, at least 2; default 14.
 * - First value at index `period`: the first true range is at index 1.
 * - A window whose highest high equals its lowest low is 100. Values are limited to 0 and 100. A gap into a narrow range
 *   could exceed 100; inconsistent bars could fall below 0.
 * - A missing bar gives no value for every window that contains it or the true range after it.
 *
 * E. W. Dreiss.
 *
 * @example
 * // True ranges of 2, 2 and 4 over a range of 6: 100 * log(4/3) / log(3).
 * const high = Float64Array.of(10, 11, 12, 15);
 * const low = Float64Array.of(8, 9, 10, 11);
 * const close = Float64Array.of(9, 10, 11, 14);
 * chop(high, low, close, 3); // NaN, NaN, NaN, 26.186
 */
export const chop = defineIndicator({
  name: "chop",
  title: "Choppiness index",
  category: "volatility",
  inputs: ["high", "low", "close"],
  params: { period: param.integer({ default: 14, min: 2, description: "number of bars in the window" }) },
  outputs: { value: { title: "CHOP", scale: { price: 0 }, range: [0, 100] } },
  memory: "window",
  warmup: ({ period }) => period,
  batch([high, low, close], { period }, [out]) {
    const length = close.length;
    const ranges = borrowColumn(length);
    const movement = borrowColumn(length);
    trueRange(high, low, close, ranges);
    blockSum(ranges, period, 1, movement);
    blockExtremes(high, low, close, period, ranges, out);
    const logPeriod = Math.log(period);
    for (let i = 0; i < length; i++) out[i] = choppiness(movement[i], ranges[i] - out[i], logPeriod);
    returnColumn(ranges);
    returnColumn(movement);
  },
  stream: ({ period }) => new ChopStream(period),
});

function choppiness(movement: number, height: number, logPeriod: number): number {
  // `movement * 0` makes the result NaN if the sum of true ranges is missing.
  if (height <= 0) return 100 + movement * 0;
  return Math.min(100, Math.max(0, 100 * (Math.log(movement / height) / logPeriod)));
}

class ChopStream extends Stream<number> {
  declare readonly full: number;
  readonly range = new TrueRange();
  declare readonly way: BlockSum;
  declare readonly extremes: BlockRange;

  constructor(period: number) {
    super();
    this.full = Math.log(period);
    this.way = new BlockSum(period);
    this.extremes = new BlockRange(period);
  }

  update(high: number, low: number, close: number): number {
    const bar = high - low + close;
    const gap = bar - bar;
    this.extremes.update(high + gap, low + gap);
    const height = this.extremes.highest - this.extremes.lowest;
    return choppiness(this.way.update(this.range.update(high, low, close)), height, this.full);
  }

  override peek(high: number, low: number, close: number): number {
    const bar = high - low + close;
    const gap = bar - bar;
    const highest = this.extremes.peekHighest(high + gap, low + gap);
    const height = highest - this.extremes.peekLowest(high + gap, low + gap);
    return choppiness(this.way.peek(this.range.peek(high, low, close)), height, this.full);
  }
}
