import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { rangePosition, rangePositions } from "../primitives/bar-measures.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Williams %R: the distance of the close below the highest high of the last bars, in percent of their range, as a negative number.
 * Above -20 it closes near the top of its range, below -80 near the bottom.
 *
 * `-100 * (highest - close) / (highest - lowest)`: always the fast stochastic %K minus 100, to the last bit
 *
 * - `period`: bars of the range; default 14.
 * - From -100 to 0. A window whose highest high equals its lowest low is -50. A close outside the range counts as a close at its edge.
 * - First value at index `period - 1`. A missing number gives NaN for every window that contains its bar.
 *
 * @example
 * const high = Float64Array.of(10, 12, 11, 13);
 * const low = Float64Array.of(8, 9, 9, 10);
 * const close = Float64Array.of(9, 11, 10, 12);
 * willr(high, low, close, 3); // NaN, NaN, -50, -25
 */
export const willr = defineIndicator({
  name: "willr",
  title: "Williams %R",
  category: "momentum",
  inputs: ["high", "low", "close"],
  params: { period: param.integer({ default: 14, description: "number of bars in the window" }) },
  outputs: { value: { title: "%R", scale: { price: 0 }, range: [-100, 0] } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([high, low, close], { period }, [out]) {
    const highest = borrowColumn(close.length);
    blockExtremes(high, low, close, period, highest, out);
    rangePositions(close, highest, out, 50, 100);
    returnColumn(highest);
  },
  stream: ({ period }) => new WillrStream(period),
});

class WillrStream extends Stream<number> {
  declare readonly extremes: BlockRange;

  constructor(period: number) {
    super();
    this.extremes = new BlockRange(period);
  }

  update(high: number, low: number, close: number): number {
    const gap = high - low + close;
    const nanIfMissing = gap - gap;
    this.extremes.update(high + nanIfMissing, low + nanIfMissing);
    return rangePosition(close, this.extremes.highest, this.extremes.lowest, 50) - 100;
  }

  override peek(high: number, low: number, close: number): number {
    const gap = high - low + close;
    const nanIfMissing = gap - gap;
    const highest = this.extremes.peekHighest(high + nanIfMissing, low + nanIfMissing);
    return rangePosition(close, highest, this.extremes.peekLowest(high + nanIfMissing, low + nanIfMissing), 50) - 100;
  }
}
