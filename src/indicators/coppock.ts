import { BlockWeightedSum, blockWeightedSum, sumOfWeights } from "../primitives/block-weighted-sum.ts";
import type { Column } from "../primitives/column.ts";
import { Delay } from "../primitives/delay.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Coppock curve: a weighted average of two rates of change. It was made for monthly closes of a stock index, on which it turns
 * up from below zero a few months into a new bull market. It gives only buy signals.
 *
 * `wma(roc(x, long) + roc(x, short), smoothing)`, rates of change in percent
 *
 * - `long`: default 14. `short`: default 11. `smoothing`: default 10.
 * - First value at index `max(long, short) + smoothing - 1`. A missing value gives NaN for every bar that looks back at it.
 * - No value if a rate of change starts at a price of zero.
 *
 * Edwin S. C. Coppock (1962).
 *
 * @example
 * // The two rates of change are 100 + 25, 50 + 20, 50 + 25 and 40 + 12 percent.
 * coppock(Float64Array.of(50, 80, 100, 120, 150, 168), { long: 2, short: 1, smoothing: 1 }); // NaN, NaN, 125, 70, 75, 52
 */
export const coppock = defineIndicator({
  name: "coppock",
  title: "Coppock curve",
  category: "momentum",
  inputs: ["source"],
  params: {
    long: param.integer({ default: 14, description: "number of bars of the longer rate of change" }),
    short: param.integer({ default: 11, description: "number of bars of the shorter rate of change" }),
    smoothing: param.integer({ default: 10, description: "number of bars of the weighted average" }),
  },
  outputs: {
    value: {
      title: "Coppock curve",
      scale: { source: 0 },
      undefinedWhen: { description: "a rate of change starts at a price of zero", holds: pastIsZero },
    },
  },
  memory: "window",
  warmup: ({ long, short, smoothing }) => Math.max(long, short) + smoothing - 1,
  batch([source], { long, short, smoothing }, [out]) {
    const length = source.length;
    const rates = borrowColumn(length);
    const first = Math.min(Math.max(long, short), length);
    rates.fill(NaN, 0, first);
    for (let i = first | 0; i < length; i++) rates[i] = ratesOf(source[i], source[i - long], source[i - short]);
    blockWeightedSum(rates, smoothing, sumOfWeights(smoothing), out);
    returnColumn(rates);
  },
  stream: ({ long, short, smoothing }) => new CoppockStream(long, short, smoothing),
});

/** Returns the sum of both rates of change in percent. It is not finite, and so missing, if an earlier price is zero. */
function ratesOf(value: number, longAgo: number, shortAgo: number): number {
  return 100 * ((value - longAgo) / longAgo + (value - shortAgo) / shortAgo);
}

class CoppockStream extends Stream<number> {
  declare readonly long: Delay;
  declare readonly short: Delay;
  declare readonly sum: BlockWeightedSum;
  declare readonly weight: number;

  constructor(long: number, short: number, smoothing: number) {
    super();
    this.long = new Delay(long);
    this.short = new Delay(short);
    this.sum = new BlockWeightedSum(smoothing);
    this.weight = sumOfWeights(smoothing);
  }

  update(source: number): number {
    const longAgo = this.long.update(source);
    return this.sum.update(ratesOf(source, longAgo, this.short.update(source))) / this.weight;
  }

  override peek(source: number): number {
    const longAgo = this.long.peek(source);
    return this.sum.peek(ratesOf(source, longAgo, this.short.peek(source))) / this.weight;
  }
}

function pastIsZero([source]: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  const bars = Array.from({ length: Number(params["smoothing"]) }, (_, k) => index - k);
  return bars.some((bar) => source[bar - Number(params["long"])] === 0 || source[bar - Number(params["short"])] === 0);
}
