import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, smooth, Smoothing } from "../primitives/smoothing.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Exponential moving average: a mean in which each bar weighs a little less than the bar after it. It turns sooner than
 * the simple average of the same period, and no bar drops out of it at once.
 *
 * `ema[t] = ema[t-1] + k * (x[t] - ema[t-1])` with `k = 2 / (period + 1)`
 *
 * - `period`: sets the weight `k` of the newest bar; default 20.
 * - `seed`: first value. `"sma"`, the default, is the mean of the first `period` values, at index `period - 1`. `"first"`
 *   is the first value itself, at index 0.
 * - A missing value gives no average; the average continues with the next value.
 * - The seed (initial average) fades: after about 7 · `period` bars its weight is below one millionth.
 *
 * @example
 * ema(Float64Array.of(1, 2, 3, 4, 8), 3); // NaN, NaN, 2, 3, 5.5
 */
export const ema = defineIndicator({
  name: "ema",
  title: "Exponential moving average",
  category: "average",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 20, description: "number of bars; the newest has the weight 2 / (period + 1)" }),
    seed: param.choice(["sma", "first"], {
      default: "sma",
      description: "start: mean of the first period values, or the first value",
    }),
  },
  outputs: { value: { title: "EMA", scale: { source: 1 } } },
  memory: "recursive",
  warmup: ({ period, seed }) => (seed === "first" ? 0 : period - 1),
  stableAfter: ({ period, seed }) => (seed === "first" ? 0 : period - 1) + convergenceSteps(emaFactor(period)),
  batch: ([source], { period, seed }, [out]) => smooth(smoothing(period, seed), source, out),
  stream: ({ period, seed }) => new EmaStream(smoothing(period, seed)),
});

function smoothing(period: number, seed: "sma" | "first"): Smoothing {
  return new Smoothing(emaFactor(period), seed === "first" ? 1 : period);
}

class EmaStream extends Stream<number> {
  declare readonly smoothing: Smoothing;

  constructor(start: Smoothing) {
    super();
    this.smoothing = start;
  }

  update(source: number): number {
    return this.smoothing.update(source);
  }

  override peek(source: number): number {
    return this.smoothing.peek(source);
  }
}
