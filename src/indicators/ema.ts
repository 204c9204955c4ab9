import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, smooth, Smoothing } from "../primitives/smoothing.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Exponential moving average: a mean in which each bar counts a little less than the one after it, so it turns sooner than
 * the simple average of the same period and never drops a bar all at once.
 *
 * `ema[t] = ema[t-1] + k * (x[t] - ema[t-1])` with `k = 2 / (period + 1)`
 *
 * - `period`: bars, 20 unless given; the newest bar has the weight `k`.
 * - `seed`: what it starts from. `"sma"`, the default, is the mean of the first `period` values, first value at index
 *   `period - 1` (TA-Lib, TradingView); `"first"` is the first value itself, at index 0 (pandas without adjustment).
 * - A missing value has no average; the next one goes on from the average before it.
 * - The seed fades: after about 7 · `period` bars it weighs less than a millionth.
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
    period: param.integer({ default: 20, description: "bars; the newest has the weight 2 / (period + 1)" }),
    seed: param.choice(["sma", "first"], {
      default: "sma",
      description: "mean of the first period values, or the first value",
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
