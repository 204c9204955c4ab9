import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Double exponential moving average: an exponential average plus its distance from its own average. It removes most of the
 * lag of an exponential average, so it turns sooner and overshoots after sharp turns.
 *
 * `dema = ema(x) + (ema(x) - ema(ema(x)))`
 *
 * - `period`: bars of each average; default 20.
 * - First value at index `2 * (period - 1)`: each average starts with the mean of its own first `period` values.
 * - A missing value gives no average; the averages continue with the next value.
 * - The seeds (initial averages) fade: after about 14 · `period` bars their weight is below one millionth.
 *
 * Patrick G. Mulloy, Smoothing Data with Faster Moving Averages (1994).
 *
 * @example
 * dema(Float64Array.of(1, 2, 4, 8, 7), 2); // NaN, NaN, 4, 7.74074, 7.38272
 */
export const dema = defineIndicator({
  name: "dema",
  title: "Double exponential moving average",
  category: "average",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, description: "number of bars of each average" }) },
  outputs: { value: { title: "DEMA", scale: { source: 1 } } },
  memory: "recursive",
  warmup: ({ period }) => 2 * (period - 1),
  stableAfter: ({ period }) => 2 * (period - 1 + convergenceSteps(emaFactor(period))),
  batch([source], { period }, [out]) {
    const stream = new DemaStream(period);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) stream.batch(source, start, stripEnd(start, length), out);
  },
  stream: ({ period }) => new DemaStream(period),
});

class DemaStream extends Stream<number> {
  declare readonly first: Smoothing;
  declare readonly second: Smoothing;

  constructor(period: number) {
    super();
    this.first = new Smoothing(emaFactor(period), period);
    this.second = new Smoothing(emaFactor(period), period);
  }

  update(source: number): number {
    const { first, second } = this;
    if (source - source !== 0 || second.average !== second.average) return this.#begin(source) * 1;
    first.average += first.factor * (source - first.average);
    second.average += first.factor * (first.average - second.average);
    return first.average + (first.average - second.average);
  }

  override peek(source: number): number {
    const first = this.first.peek(source);
    return first + (first - this.second.peek(first));
  }

  /** Computes the result of `update` while one of the averages does not exist yet, or for a missing value. */
  #begin(source: number): number {
    const first = this.first.update(source);
    return first + (first - this.second.update(first));
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(source: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.second.average !== this.second.average; i++) out[i] = this.update(source[i]);
    const factor = this.first.factor;
    let first = this.first.average;
    let second = this.second.average;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const value = source[i];
        if (value - value !== 0) break;
        first += factor * (value - first);
        second += factor * (first - second);
        out[i] = first + (first - second);
      }
      if (i < end) out[i] = NaN;
    }
    this.first.average = first;
    this.second.average = second;
  }
}
