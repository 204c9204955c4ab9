import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Vertical horizontal filter: the price range as a share of the total movement. High values mean a trend, low values a
 * sideways market; they show no direction. It is used to choose between trend following and range trading.
 *
 * `(highest close - lowest close) / sum of |close - previous close|`, both over `period` bars
 *
 * - `period`: bars of the range and changes in the sum; default 28.
 * - First value at index `period`: it needs `period` changes. 0 without any movement.
 * - From 0 to 1. A missing value gives NaN for every window that contains it or one of its two changes.
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
  params: {
    period: param.integer({ default: 28, description: "number of bars in the range, and of changes in the sum" }),
  },
  outputs: { value: { title: "VHF", scale: { source: 0 }, range: [0, 1] } },
  memory: "window",
  warmup: ({ period }) => period,
  batch([source], { period }, [out]) {
    const moves = borrowColumn(source.length);
    const other = borrowColumn(source.length);
    blockExtremes(source, source, source, period, out, other);
    rangesAndMoves(source, out, other, moves);
    blockSum(moves, period, 1, other);
    for (let i = 0; i < out.length; i++) out[i] = share(out[i], other[i]);
    returnColumn(moves);
    returnColumn(other);
  },
  stream: ({ period }) => new VhfStream(period),
});

/** Writes the ranges into `highest`, and the absolute changes into `moves`. */
function rangesAndMoves(source: Column, highest: Column, lowest: Column, moves: Column): void {
  let last = NaN;
  for (let i = 0; i < source.length; i++) {
    highest[i] -= lowest[i];
    moves[i] = Math.abs(source[i] - last);
    last = source[i];
  }
}

/** Returns the range as a share of the total movement: at most 1, and 0 without movement. */
function share(height: number, movement: number): number {
  return Math.min(1, height / (movement + Number(movement === 0)));
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
