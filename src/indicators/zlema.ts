import type { Column } from "../primitives/column.ts";
import { Delay } from "../primitives/delay.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing, smoothRange } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Zero lag exponential moving average: an exponential average of prices that are first carried on by as much as they moved in the
 * bars by which such an average lags. In a steady trend it lies on the price; after a turn it overshoots for those bars.
 *
 * `ema(x[t] + (x[t] - x[t-lag]))` with `lag = floor((period - 1) / 2)`
 *
 * - `period`: bars of the average, 20 unless given.
 * - First value at index `lag + period - 1`: the average begins with the mean of its first `period` values.
 * - A missing value has no average, and neither has the bar `lag` bars later; every other one goes on from the average before it.
 * - The seed fades: after about 7 · `period` bars it weighs less than a millionth.
 *
 * @example
 * zlema(Float64Array.of(1, 2, 3, 4, 8), 3); // NaN, NaN, NaN, 4, 8
 */
export const zlema = defineIndicator({
  name: "zlema",
  title: "Zero lag exponential moving average",
  category: "average",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, description: "bars of the average; half of them is the lag" }) },
  outputs: { value: { title: "ZLEMA", scale: { source: 1 } } },
  memory: "recursive",
  warmup: ({ period }) => lagOf(period) + period - 1,
  stableAfter: ({ period }) => lagOf(period) + period - 1 + convergenceSteps(emaFactor(period)),
  batch([source], { period }, [out]) {
    const lag = lagOf(period);
    const smoothing = new Smoothing(emaFactor(period), period);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) {
      const end = stripEnd(start, length);
      carryOn(source, lag, start, end, out);
      smoothRange(smoothing, out, start, end, out);
    }
  },
  stream: ({ period }) => new ZlemaStream(period),
});

function lagOf(period: number): number {
  return Math.floor((period - 1) / 2);
}

/** Carries the prices from `start` to before `end` on by their movement over the lag. */
function carryOn(source: Column, lag: number, start: number, end: number, out: Column): void {
  const from = Math.min(Math.max(start, lag), end);
  out.fill(NaN, start, from);
  for (let i = from | 0; i < end; i++) out[i] = source[i] + (source[i] - source[i - lag]);
}

class ZlemaStream extends Stream<number> {
  declare readonly before: Delay;
  declare readonly smoothing: Smoothing;

  constructor(period: number) {
    super();
    this.before = new Delay(lagOf(period));
    this.smoothing = new Smoothing(emaFactor(period), period);
  }

  update(source: number): number {
    return this.smoothing.update(source + (source - this.before.update(source)));
  }

  override peek(source: number): number {
    return this.smoothing.peek(source + (source - this.before.peek(source)));
  }
}
