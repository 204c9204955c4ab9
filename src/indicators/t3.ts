import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * T3: a very smooth line with little lag. It applies a generalized double exponential average (`gd`) three times. The factor sets how
 * much lag is removed: 0 gives `ema(ema(ema(x)))`, 1 gives `dema(dema(dema(x)))`, which overshoots.
 *
 * `gd(gd(gd(x)))` with `gd(x) = ema(x) + factor * (ema(x) - ema(ema(x)))`; over six averages in a row, `e1 = ema(x)` to `e6`:
 * `e3 + (3v + 3v² + v³) * (e3 - e4) - (3v² + 2v³) * (e4 - e5) + v³ * (e5 - e6)` with the factor `v`
 *
 * - `period`: bars of each average; default 5.
 * - `factor`: from 0 to 1; default 0.7. It is often called the volume factor, but has nothing to do with traded volume.
 * - First value at index `6 * (period - 1)`: each average starts with the mean of its own first `period` values.
 * - A missing value gives no average; the averages continue with the next value.
 * - The seeds (initial averages) fade: after about 42 · `period` bars their weight is below one millionth.
 *
 * Tim Tillson, Smoothing Techniques for More Accurate Signals (1998).
 *
 * @example
 * t3(Float64Array.of(1, 2, 4, 8, 7, 9, 8, 5), 2); // NaN, NaN, NaN, NaN, NaN, NaN, 8.43646, 6.55771
 */
export const t3 = defineIndicator({
  name: "t3",
  title: "T3 moving average",
  category: "average",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 5, description: "number of bars of each average" }),
    factor: param.number({ default: 0.7, min: 0, max: 1, description: "share of the lag that is removed" }),
  },
  outputs: { value: { title: "T3", scale: { source: 1 } } },
  memory: "recursive",
  warmup: ({ period }) => 6 * (period - 1),
  stableAfter: ({ period }) => 6 * (period - 1 + convergenceSteps(emaFactor(period))),
  batch([source], { period, factor }, [out]) {
    const stream = new T3Stream(period, factor);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) stream.batch(source, start, stripEnd(start, length), out);
  },
  stream: ({ period, factor }) => new T3Stream(period, factor),
});

class T3Stream extends Stream<number> {
  declare readonly first: Smoothing;
  declare readonly second: Smoothing;
  declare readonly third: Smoothing;
  declare readonly fourth: Smoothing;
  declare readonly fifth: Smoothing;
  declare readonly sixth: Smoothing;
  /** Weights of the differences e3 - e4, e4 - e5 and e5 - e6. */
  declare readonly near: number;
  declare readonly middle: number;
  declare readonly far: number;

  constructor(period: number, factor: number) {
    super();
    this.first = new Smoothing(emaFactor(period), period);
    this.second = new Smoothing(emaFactor(period), period);
    this.third = new Smoothing(emaFactor(period), period);
    this.fourth = new Smoothing(emaFactor(period), period);
    this.fifth = new Smoothing(emaFactor(period), period);
    this.sixth = new Smoothing(emaFactor(period), period);
    const square = factor * factor;
    this.far = square * factor;
    this.middle = 3 * square + 2 * this.far;
    this.near = 3 * factor + 3 * square + this.far;
  }

  update(source: number): number {
    const { first, second, third, fourth, fifth, sixth } = this;
    if (source - source !== 0 || sixth.average !== sixth.average) return this.#begin(source) * 1;
    const { factor } = first;
    const one = first.average + factor * (source - first.average);
    const two = second.average + factor * (one - second.average);
    const three = third.average + factor * (two - third.average);
    const four = fourth.average + factor * (three - fourth.average);
    const five = fifth.average + factor * (four - fifth.average);
    const six = sixth.average + factor * (five - sixth.average);
    first.average = one;
    second.average = two;
    third.average = three;
    fourth.average = four;
    fifth.average = five;
    sixth.average = six;
    return this.#line(three, four, five, six);
  }

  override peek(source: number): number {
    const third = this.third.peek(this.second.peek(this.first.peek(source)));
    const fourth = this.fourth.peek(third);
    const fifth = this.fifth.peek(fourth);
    return this.#line(third, fourth, fifth, this.sixth.peek(fifth));
  }

  /** Computes the result of `update` while one of the six averages does not exist yet, or for a missing value. */
  #begin(source: number): number {
    const third = this.third.update(this.second.update(this.first.update(source)));
    const fourth = this.fourth.update(third);
    const fifth = this.fifth.update(fourth);
    return this.#line(third, fourth, fifth, this.sixth.update(fifth));
  }

  #line(third: number, fourth: number, fifth: number, sixth: number): number {
    return third + this.near * (third - fourth) - this.middle * (fourth - fifth) + this.far * (fifth - sixth);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(source: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.sixth.average !== this.sixth.average; i++) out[i] = this.update(source[i]);
    const { near, middle, far } = this;
    const factor = this.first.factor;
    let first = this.first.average;
    let second = this.second.average;
    let third = this.third.average;
    let fourth = this.fourth.average;
    let fifth = this.fifth.average;
    let sixth = this.sixth.average;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const value = source[i];
        if (value - value !== 0) break;
        first += factor * (value - first);
        second += factor * (first - second);
        third += factor * (second - third);
        fourth += factor * (third - fourth);
        fifth += factor * (fourth - fifth);
        sixth += factor * (fifth - sixth);
        out[i] = third + near * (third - fourth) - middle * (fourth - fifth) + far * (fifth - sixth);
      }
      if (i < end) out[i] = NaN;
    }
    this.first.average = first;
    this.second.average = second;
    this.third.average = third;
    this.fourth.average = fourth;
    this.fifth.average = fifth;
    this.sixth.average = sixth;
  }
}
