import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Vertical horizontal filter: how much of the way that prices went was spent on getting somewhere. High values mean a trend,
 * low ones a market that moves sideways; which way it goes they do not say. Used to choose between trend following and ranges.
 *
 * `(highest close - lowest close) / sum of |close - close before|`, both over `period` bars
 *
 * - `period`: bars of the range and changes of the sum, 28 unless given.
 * - First value at index `period`, which is where there are so many changes. 0 when nothing moved at all.
 * - From 0 to 1. A missing value leaves the range and two changes: every window that holds one of them is NaN, no other one.
 *
 * Adam White, The Vertical Horizontal Filter (Futures, 1991).
 *
 * @example
 * vhf(Float64Array.of(10, 11, 13, 12, 14), 3); // NaN, NaN, NaN, 0.5, 0.4
 */
export const vhf = defineIndicator({
  name: "vhf",
  title: "Vertical horizontal filter",
  category: "trend",
  inputs: ["source"],
  params: { period: param.integer({ default: 28, description: "bars of the range and changes of the sum" }) },
  outputs: { value: { title: "VHF", scale: { source: 0 }, range: [0, 1] } },
  memory: "window",
  warmup: ({ period }) => period,
  batch([source], { period }, [out]) {
    const moves = borrowColumn(source.length);
    const other = borrowColumn(source.length);
    blockExtremes(source, source, source, period, out, other);
    moved(source, out, other, moves);
    blockSum(moves, period, 1, other);
    for (let i = 0; i < out.length; i++) out[i] = share(out[i], other[i]);
    returnColumn(moves);
    returnColumn(other);
  },
  stream: ({ period }) => new VhfStream(period),
});

/** Heights of the ranges into `highest`, and how far each value is from the one before. */
function moved(source: Column, highest: Column, lowest: Column, moves: Column): void {
  let last = NaN;
  for (let i = 0; i < source.length; i++) {
    highest[i] -= lowest[i];
    moves[i] = Math.abs(source[i] - last);
    last = source[i];
  }
}

/** The share of the way that the range is: at most all of it, none where there was no way. */
function share(height: number, way: number): number {
  return Math.min(1, height / (way + Number(way === 0)));
}

class VhfStream extends Stream<number> {
  declare readonly extremes: BlockRange;
  declare readonly way: BlockSum;
  last = NaN;

  constructor(period: number) {
    super();
    this.extremes = new BlockRange(period);
    this.way = new BlockSum(period);
  }

  update(source: number): number {
    const move = Math.abs(source - this.last);
    this.last = source;
    this.extremes.update(source, source);
    return share(this.extremes.highest - this.extremes.lowest, this.way.update(move));
  }

  override peek(source: number): number {
    const move = Math.abs(source - this.last);
    const highest = this.extremes.peekHighest(source, source);
    return share(highest - this.extremes.peekLowest(source, source), this.way.peek(move));
  }
}
