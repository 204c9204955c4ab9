import { BlockExtreme, blockMax } from "../primitives/block-extremes.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Highest of the last `period` values: the level that a breakout must exceed. The window includes the current bar, so
 * compare a close with the level of the previous bar.
 *
 * - `period`: bars in the window, including the current one; default 30.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 *
 * @example
 * max(Float64Array.of(1, 3, 2, 1, 5), 3); // NaN, NaN, 3, 3, 5
 */
export const max = defineIndicator({
  name: "max",
  title: "Highest of a window",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 30, description: "number of bars in the window" }) },
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
