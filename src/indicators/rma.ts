import * as param from "../primitives/param-kinds.ts";
import { convergenceSteps, smooth, Smoothing, wilderFactor } from "../primitives/smoothing.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Wilder's moving average, also called smoothed or running average: an exponential average, about half
 * as fast as the usual one of the same period. RSI, ATR and ADX use it.
 *
 * `rma[t] = (rma[t-1] * (period - 1) + x[t]) / period`
 *
 * - `period`: the newest bar has the weight `1 / period`; default 14.
 * - First value at index `period - 1`: the mean of the first `period` values.
 * - A missing value gives no average; the average continues with the next value.
 * - The seed (initial average) fades: after about 14 · `period` bars its weight is below one millionth.
 *
 * J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 *
 * @example
 * rma(Float64Array.of(1, 2, 3, 5, 4), 3); // NaN, NaN, 2, 3, 3.33333
 */
export const rma = defineIndicator({
  name: "rma",
  title: "Wilder's moving average",
  category: "average",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 14, description: "number of bars; the newest has the weight 1 / period" }),
  },
  outputs: { value: { title: "RMA", scale: { source: 1 } } },
  memory: "recursive",
  warmup: ({ period }) => period - 1,
  stableAfter: ({ period }) => period - 1 + convergenceSteps(wilderFactor(period)),
  batch: ([source], { period }, [out]) => smooth(new Smoothing(wilderFactor(period), period), source, out),
  stream: ({ period }) => new RmaStream(period),
});

class RmaStream extends Stream<number> {
  declare readonly smoothing: Smoothing;

  constructor(period: number) {
    super();
    this.smoothing = new Smoothing(wilderFactor(period), period);
  }

  update(source: number): number {
    return this.smoothing.update(source);
  }

  override peek(source: number): number {
    return this.smoothing.peek(source);
  }
}
