import { BlockExtreme, blockMin } from "../primitives/block-extremes.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Lowest of the last `period` values: the level below which a breakout goes down. The current
 * bar is in the window, so a close is below this level of the bar before, never below its own.
 *
 * - `period`: bars in the window with the current one, 30 unless given.
 * - First value at index `period - 1`. A missing value makes every window that holds it NaN, and no other one.
 *
 * @example
 * min(Float64Array.of(1, 3, 2, 1, 5), 3); // NaN, NaN, 1, 1, 1
 */
export const min = defineIndicator({
  name: "min",
  title: "Lowest of a window",
  category: "statistic",
  inputs: ["source"],
  params: { period: param.integer({ default: 30, description: "bars in the window" }) },
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
