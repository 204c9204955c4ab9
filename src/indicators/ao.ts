import { BlockExcess, blockExcess } from "../primitives/block-excess.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Awesome oscillator: how far the middle of the recent bars lies above that of a longer stretch, in units of price. Above zero
 * the last week leads the last month and a half upward; a bar of it higher than the one before says that the lead grows.
 *
 * `sma(median, fast) - sma(median, slow)` with `median = (high + low) / 2`
 *
 * - `fast` 5 and `slow` 34 bars unless given.
 * - First value at index `max(fast, slow) - 1`. A missing high or low makes every window that holds its bar NaN, and no other one.
 * - A market that stands still is at exactly 0: the distance is summed up from differences inside the windows.
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
    fast: param.integer({ default: 5, description: "bars of the fast average" }),
    slow: param.integer({ default: 34, description: "bars of the slow average" }),
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
    // Both say how far the bar is above an average; what is left is how far apart the averages are.
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
