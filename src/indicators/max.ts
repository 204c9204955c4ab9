import { BlockExtreme, blockMax } from "../primitives/block-extremes.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Highest of the last `period` values: the level that a breakout has to beat. The current
 * bar is in the window, so a close is above this level of the bar before, never above its own.
 *
 * - `period`: bars in the window with the current one, 30 unless given.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one.
 *
 * @example
 * max(Float64Array.of(1, 3, 2, 1, 5), 3); // NaN, NaN, 3, 3, 5
 */
export const max = defineIndicator({
  name: "max",
  title: "Highest of a window",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 30, description: "bars in the window" }) },
  outputs: { value: { title: "Highest", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch: ([source], { period }, [out]) => blockMax(source, period, out),
  stream: ({ period }) => new MaxStream(period),
});

class MaxStream extends Stream<number> {
  declare readonly extreme: BlockExtreme;

  constructor(period: number) {
    super();
    this.extreme = new BlockExtreme(1, period);
  }

  update(source: number): number {
    return this.extreme.update(source);
  }

  override peek(source: number): number {
    return this.extreme.peek(source);
  }
}
