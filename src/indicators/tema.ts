import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Triple exponential moving average: three exponential averages in a row, combined so that the last two remove the lag of
 * the first. It follows a trend with almost no lag, and overshoots more than the double one after a sharp turn.
 *
 * `tema = 3 * (e1 - e2) + e3` with `e1 = ema(x)`, `e2 = ema(e1)`, `e3 = ema(e2)`
 *
 * - `period`: bars of each average; default 20.
 * - First value at index `3 * (period - 1)`: each average starts with the mean of its own first `period` values.
 * - A missing value gives no average; the averages continue with the next value.
 * - The seeds (initial averages) fade: after about 21 · `period` bars their weight is below one millionth.
 *
 * Patrick G. Mulloy, Smoothing Data with Faster Moving Averages (1994).
 *
 * @example
 * tema(Float64Array.of(1, 2, 4, 8, 7, 9), 2); // NaN, NaN, NaN, 7.74074, 7.12757, 8.89849
 */
export const tema = defineIndicator({
  name: "tema",
  title: "Triple exponential moving average",
  category: "average",
  inputs: ["source"],
  params: { period: param.integer({ default: 20, description: "number of bars per average" }) },
  outputs: { value: { title: "TEMA", scale: { source: 1 } } },
  memory: "recursive",
  warmup: ({ period }) => 3 * (period - 1),
  stableAfter: ({ period }) => 3 * (period - 1 + convergenceSteps(emaFactor(period))),
  batch([source], { period }, [out]) {
    const stream = new TemaStream(period);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) stream.batch(source, start, stripEnd(start, length), out);
  },
  stream: ({ period }) => new TemaStream(period),
});

class TemaStream extends Stream<number> {
  declare readonly first: Smoothing;
  declare readonly second: Smoothing;
  declare readonly third: Smoothing;

  constructor(period: number) {
    super();
    this.first = new Smoothing(emaFactor(period), period);
    this.second = new Smoothing(emaFactor(period), period);
    this.third = new Smoothing(emaFactor(period), period);
  }

  update(source: number): number {
    const { first, second, third } = this;
    if (source - source !== 0 || third.average !== third.average) return this.#begin(source) * 1;
    first.average += first.factor * (source - first.average);
    second.average += first.factor * (first.average - second.average);
    third.average += first.factor * (second.average - third.average);
    return 3 * (first.average - second.average) + third.average;
  }

  override peek(source: number): number {
    const first = this.first.peek(source);
    const second = this.second.peek(first);
    return 3 * (first - second) + this.third.peek(second);
  }

  /** Computes the result of `update` while one of the three averages does not exist yet, or for a missing value. */
  #begin(source: number): number {
    const first = this.first.update(source);
    const second = this.second.update(first);
    return 3 * (first - second) + this.third.update(second);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(source: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.third.average !== this.third.average; i++) out[i] = this.update(source[i]);
    const factor = this.first.factor;
    let first = this.first.average;
    let second = this.second.average;
    let third = this.third.average;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const value = source[i];
        if (value - value !== 0) break;
        first += factor * (value - first);
        second += factor * (first - second);
        third += factor * (second - third);
        out[i] = 3 * (first - second) + third;
      }
      if (i < end) out[i] = NaN;
    }
    this.first.average = first;
    this.second.average = second;
    this.third.average = third;
  }
}
