import { BlockExcess, blockExcess } from "../primitives/block-excess.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Awesome oscillator: the distance of a short average of the bars' middles from a long one, in units of price. Above zero, recent prices
 * are higher than the long average. A value above the previous one means that the distance grows upward.
 *
 * `sma(median, fast) - sma(median, slow)` with `median = (high + low) / 2`
 *
 * - `fast`: default 5. `slow`: default 34.
 * - First value at index `max(fast, slow) - 1`. A missing high or low gives NaN for every window that contains its bar.
 * - Exactly 0 while prices are constant, since it is summed from differences within the windows.
 *
 * Bill Williams, New Trading Dimensions (1998).
 *
 * @example
 * const high = Float64Array.of(2, 4, 6, 10);
 * const low = Float64Array.of(0, 2, 4, 8);
 * ao(high, low, 1, 3); // NaN, NaN, 2, 3.33333
 */
export const ao = defineIndicator({
  name: "ao",
  title: "Awesome oscillator",
  category: "momentum",
  inputs: ["high", "low"],
  params: {
    fast: param.integer({ default: 5, description: "number of bars of the fast average" }),
    slow: param.integer({ default: 34, description: "number of bars of the slow average" }),
  },
  outputs: { value: { title: "AO", scale: { price: 1 } } },
  memory: "window",
  warmup: ({ fast, slow }) => Math.max(fast, slow) - 1,
  batch([high, low], { fast, slow }, [out]) {
    const length = high.length;
    const median = borrowColumn(length);
    const aboveFast = borrowColumn(length);
    for (let i = 0; i < length; i++) median[i] = (high[i] + low[i]) / 2;
    blockExcess(median, fast, aboveFast);
    blockExcess(median, slow, out);
    // Each column has the distances of bars from one average. Their difference is the distance between the two averages.
    for (let i = 0; i < length; i++) out[i] -= aboveFast[i];
    returnColumn(median);
    returnColumn(aboveFast);
  },
  stream: ({ fast, slow }) => new AoStream(fast, slow),
});

class AoStream extends Stream<number> {
  declare readonly fast: BlockExcess;
  declare readonly slow: BlockExcess;

  constructor(fast: number, slow: number) {
    super();
    this.fast = new BlockExcess(fast);
    this.slow = new BlockExcess(slow);
  }

  update(high: number, low: number): number {
    const median = (high + low) / 2;
    return this.slow.update(median) - this.fast.update(median);
  }

  override peek(high: number, low: number): number {
    const median = (high + low) / 2;
    return this.slow.peek(median) - this.fast.peek(median);
  }
}
