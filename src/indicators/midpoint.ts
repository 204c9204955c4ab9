import { BlockExtreme, blockExtremes } from "../primitives/block-extremes.ts";
import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrow, giveBack } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Midpoint: the middle between the highest and the lowest of the last `period` values. It stays where it is until one of the two
 * changes, so it shows the level that a market swings about.
 *
 * `(highest(x, period) + lowest(x, period)) / 2`
 *
 * - `period`: bars in the window, 14 unless given. For the highs and lows of bars there is `midprice`.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one.
 *
 * @example
 * midpoint(Float64Array.of(1, 3, 2, 6, 5), 3); // NaN, NaN, 2, 4, 4
 */
export const midpoint = defineIndicator({
  name: "midpoint",
  title: "Midpoint of a window",
  category: "price",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, description: "bars in the window" }) },
  outputs: { value: { title: "Midpoint", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source], { period }, [out]) {
    const lowest = borrow(source.length);
    blockExtremes(source, source, source, period, out, lowest);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) middles(lowest, start, stripEnd(start, length), out);
    giveBack(lowest);
  },
  stream: ({ period }) => new MidpointStream(period),
});

/** Turns the highest values from `start` to before `end` into middles. */
function middles(lowest: Column, start: number, end: number, out: Column): void {
  for (let i = start; i < end; i++) out[i] = (out[i] + lowest[i]) / 2;
}

class MidpointStream extends Stream<number> {
  readonly highest: BlockExtreme;
  readonly lowest: BlockExtreme;

  constructor(period: number) {
    super();
    this.highest = new BlockExtreme(1, period);
    this.lowest = new BlockExtreme(-1, period);
  }

  update(source: number): number {
    return (this.highest.update(source) + this.lowest.update(source)) / 2;
  }

  override peek(source: number): number {
    return (this.highest.peek(source) + this.lowest.peek(source)) / 2;
  }
}
