import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import type { Column } from "../primitives/column.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { Stream } from "./stream.ts";

/** Writes the middle between the highest and the lowest of the last `period` bars. */
export function rangeMiddles(high: Column, low: Column, period: number, out: Column): void {
  const { length } = high;
  const lowest = borrowColumn(length);
  blockExtremes(high, low, low, period, out, lowest);
  for (let start = 0; start < length; start += STRIP) middles(lowest, start, stripEnd(start, length), out);
  returnColumn(lowest);
}

/** Replaces the highest values in `out` by the middles between highest and lowest, from `start` to `end` (exclusive). */
function middles(lowest: Column, start: number, end: number, out: Column): void {
  for (let i = start | 0; i < end; i++) out[i] = (out[i] + lowest[i]) / 2;
}

/** Computes the middle between highest and lowest of a window, bar by bar. NaN while the window contains a missing number. */
export class RangeMiddleStream extends Stream<number> {
  declare readonly extremes: BlockRange;

  constructor(period: number) {
    super();
    this.extremes = new BlockRange(period);
  }

  update(high: number, low = high): number {
    this.extremes.update(high, low);
    return (this.extremes.highest + this.extremes.lowest) / 2;
  }

  override peek(high: number, low = high): number {
    return (this.extremes.peekHighest(high, low) + this.extremes.peekLowest(high, low)) / 2;
  }
}
