import { BlockExtreme, blockExtremes } from "../primitives/block-extremes.ts";
import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrow, giveBack } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Midprice: the middle between the highest high and the lowest low of the last `period` bars, the axis of the range that they
 * traded in. Ichimoku's lines are midprices.
 *
 * `(highest(high, period) + lowest(low, period)) / 2`
 *
 * - `period`: bars in the window, 14 unless given. For a single series there is `midpoint`.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one; a bar with one
 *   missing number is missing as a whole.
 *
 * @example
 * midprice(Float64Array.of(3, 5, 4, 8), Float64Array.of(1, 3, 2, 6), 2); // NaN, 3, 3.5, 5
 */
export const midprice = defineIndicator({
  name: "midprice",
  title: "Midprice of a window",
  category: "price",
  inputs: ["high", "low"],
  params: { period: param.integer({ default: 14, description: "bars in the window" }) },
  outputs: { value: { title: "Midprice", scale: { price: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([high, low], { period }, [out]) {
    const lowest = borrow(high.length);
    blockExtremes(high, low, low, period, out, lowest);
    const length = high.length;
    for (let start = 0; start < length; start += STRIP) middles(lowest, start, stripEnd(start, length), out);
    giveBack(lowest);
  },
  stream: ({ period }) => new MidpriceStream(period),
});

/** Turns the highest values from `start` to before `end` into middles. */
function middles(lowest: Column, start: number, end: number, out: Column): void {
  for (let i = start; i < end; i++) out[i] = (out[i] + lowest[i]) / 2;
}

class MidpriceStream extends Stream<number> {
  readonly highest: BlockExtreme;
  readonly lowest: BlockExtreme;

  constructor(period: number) {
    super();
    this.highest = new BlockExtreme(1, period);
    this.lowest = new BlockExtreme(-1, period);
  }

  update(high: number, low: number): number {
    const gap = high - low;
    const none = gap - gap;
    return (this.highest.update(high + none) + this.lowest.update(low + none)) / 2;
  }

  override peek(high: number, low: number): number {
    const gap = high - low;
    const none = gap - gap;
    return (this.highest.peek(high + none) + this.lowest.peek(low + none)) / 2;
  }
}
