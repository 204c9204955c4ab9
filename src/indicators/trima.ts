import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Triangular moving average: a simple average of a simple average, so the middle of the window weighs most and its ends
 * least. It is smoother than a simple average, and lags by half a window.
 *
 * `sma(sma(x, a), b)` with `a = b = (period + 1) / 2`, and for an even period `a = period / 2`, `b = a + 1`. The weights
 * rise by one per bar up to the middle and then fall.
 *
 * - `period`: bars in the window; default 20.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 *
 * @example
 * trima(Float64Array.of(1, 2, 6, 3, 3), 4); // NaN, NaN, NaN, 3.33333, 3.83333
 */
export const trima = defineIndicator({
  name: "trima",
  title: "Triangular moving average",
  category: "average",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, description: "number of bars in the window" }) },
  outputs: { value: { title: "TRIMA", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source], { period }, [out]) {
    const first = Math.ceil(period / 2);
    const second = period + 1 - first;
    const once = borrowColumn(source.length);
    blockSum(source, first, first, once);
    blockSum(once, second, second, out);
    returnColumn(once);
  },
  stream: ({ period }) => new TrimaStream(period),
});

class TrimaStream extends Stream<number> {
  declare readonly first: BlockSum;
  declare readonly second: BlockSum;

  constructor(period: number) {
    super();
    this.first = new BlockSum(Math.ceil(period / 2));
    this.second = new BlockSum(period + 1 - this.first.period);
  }

  update(source: number): number {
    return this.second.update(this.first.update(source) / this.first.period) / this.second.period;
  }

  override peek(source: number): number {
    return this.second.peek(this.first.peek(source) / this.first.period) / this.second.period;
  }
}
