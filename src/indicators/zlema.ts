import type { Column } from "../primitives/column.ts";
import { Delay } from "../primitives/delay.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing, smoothRange } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Zero lag exponential moving average: an exponential average of prices that are first extrapolated by their move over its
 * lag. In a steady trend it equals the price; after a turn it overshoots for the length of the lag.
 *
 * `ema(x[t] + (x[t] - x[t-lag]))` with `lag = floor((period - 1) / 2)`
 *
 * - `period`: bars of the average; default 20.
 * - First value at index `lag + period - 1`: the average starts with the mean of its first `period` values.
 * - A missing value gives no average on its bar and on the bar `lag` bars later. The average continues on all other bars.
 * - The seed (initial average) fades: after about 7 · `period` bars its weight is below one millionth.
 *
 * @example
 * zlema(Float64Array.of(1, 2, 3, 4, 8), 3); // NaN, NaN, NaN, 4, 8
 */
export const zlema = defineIndicator({
  name: "zlema",
  title: "Zero lag exponential moving average",
  category: "average",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 20, description: "number of bars of the average; the lag is half as long" }),
  },
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
      extrapolate(source, lag, start, end, out);
      smoothRange(smoothing, out, start, end, out);
    }
  },
  stream: ({ period }) => new ZlemaStream(period),
});

function lagOf(period: number): number {
  return Math.floor((period - 1) / 2);
}

/** Extrapolates the prices from `start` to `end` (exclusive) by their move over the lag. */
function extrapolate(source: Column, lag: number, start: number, end: number, out: Column): void {
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
