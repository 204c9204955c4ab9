import { EmaDifference } from "../primitives/ema-difference.ts";
import { BlockExcess, blockExcess } from "../primitives/block-excess.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { emaFactor, convergenceSteps } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Absolute price oscillator: the distance of a fast average from a slow one, in units of price. Above zero the recent
 * trend is up. At zero the two averages cross.
 *
 * `average(x, fast) - average(x, slow)`
 *
 * - `fast`: default 12. `slow`: default 26.
 * - `average`: `"ema"`, the default, gives the line of `macd`; `"sma"` uses simple averages.
 * - First value at index `max(fast, slow) - 1`.
 * - A missing value gives no result. With `"ema"` the averages continue with the next value; with `"sma"` every window that
 *   contains it is NaN.
 * - Use `ppo` to compare markets with different prices.
 *
 * @example
 * apo(Float64Array.of(1, 2, 4, 7, 11), 2, 3); // NaN, NaN, 0.833333, 1.05556, 1.40741
 */
export const apo = defineIndicator({
  name: "apo",
  title: "Absolute price oscillator",
  category: "momentum",
  inputs: ["source"],
  params: {
    fast: param.integer({ default: 12, description: "number of bars of the fast average" }),
    slow: param.integer({ default: 26, description: "number of bars of the slow average" }),
    average: param.choice(["ema", "sma"], { default: "ema", description: "exponential averages, or simple ones" }),
  },
  outputs: { value: { title: "APO", scale: { source: 1 } } },
  compat: { talib: { average: "sma" } },
  // Exponential averages depend on all earlier bars. The declaration must hold for both choices of average.
  memory: "recursive",
  warmup: ({ fast, slow }) => Math.max(fast, slow) - 1,
  stableAfter({ fast, slow, average }) {
    const longest = Math.max(fast, slow);
    return longest - 1 + (average === "ema" ? convergenceSteps(emaFactor(longest)) : longest - 1);
  },
  batch([source], { fast, slow, average }, [out]) {
    if (average === "sma") {
      const aboveFast = borrowColumn(source.length);
      blockExcess(source, fast, aboveFast);
      blockExcess(source, slow, out);
      for (let i = 0; i < out.length; i++) out[i] -= aboveFast[i];
      returnColumn(aboveFast);
      return;
    }
    const distance = new EmaDifference(fast, slow);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) distance.batch(source, start, stripEnd(start, length), out);
  },
  stream: ({ fast, slow, average }) =>
    average === "ema" ? new ExponentialStream(fast, slow) : new SimpleStream(fast, slow),
});

class ExponentialStream extends Stream<number> {
  declare readonly distance: EmaDifference;

  constructor(fast: number, slow: number) {
    super();
    this.distance = new EmaDifference(fast, slow);
  }

  update(source: number): number {
    return this.distance.update(source);
  }

  override peek(source: number): number {
    return this.distance.peek(source);
  }
}

class SimpleStream extends Stream<number> {
  declare readonly fast: BlockExcess;
  declare readonly slow: BlockExcess;

  constructor(fast: number, slow: number) {
    super();
    this.fast = new BlockExcess(fast);
    this.slow = new BlockExcess(slow);
  }

  // Each stream returns the distance of the price from one average. Their difference is the distance between the two averages.
  update(source: number): number {
    return this.slow.update(source) - this.fast.update(source);
  }

  override peek(source: number): number {
    return this.slow.peek(source) - this.fast.peek(source);
  }
}
