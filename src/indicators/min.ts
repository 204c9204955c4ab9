import { BlockExtreme, blockMin } from "../primitives/block-extremes.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Lowest of the last `period` values: the level that a downward breakout must fall below. The window includes the current
 * bar, so compare a close with the level of the previous bar.
 *
 * - `period`: bars in the window, including the current one; default 30.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 *
 * @example
 * min(Float64Array.of(1, 3, 2, 1, 5), 3); // NaN, NaN, 1, 1, 1
 */
export const min = defineIndicator({
  name: "min",
  title: "Lowest of a window",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 30, description: "number of bars in the window" }) },
  outputs: { value: { title: "Lowest", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch: ([source], { period }, [out]) => blockMin(source, period, out),
  stream: ({ period }) => new MinStream(period),
});

class MinStream extends Stream<number> {
  declare readonly extreme: BlockExtreme;

  constructor(period: number) {
    super();
    this.extreme = new BlockExtreme(-1, period);
  }

  update(source: number): number {
    return this.extreme.update(source);
  }

  override peek(source: number): number {
    return this.extreme.peek(source);
  }
}
