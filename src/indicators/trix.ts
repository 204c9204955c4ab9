import type { Column } from "../primitives/column.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, smooth, Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * TRIX: the percent change of a triply smoothed average from bar to bar. The smoothing removes cycles shorter than the period. Above zero
 * the remaining trend is up, and the usual signal is a cross of zero.
 *
 * `100 * (e[t] - e[t-1]) / e[t-1]` with `e = ema(ema(ema(x)))`
 *
 * - `period`: bars of each of the three averages; default 15.
 * - In percent: 0.1 is a tenth of a percent per bar.
 * - Each average starts with the mean of the first `period` values of the one before it, so the first value is at index `3 * period - 2`.
 * - A bar with a missing value has no result, and neither has the next bar, which is compared with it. The averages continue.
 * - No value if the previous average is zero.
 *
 * Jack K. Hutson, Good Trix (1983).
 *
 * @example
 * trix(Float64Array.of(4, 4, 4, 4, 8), 2); // NaN, NaN, NaN, NaN, 29.6296
 */
export const trix = defineIndicator({
  name: "trix",
  title: "Triple exponential oscillator",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 15, description: "number of bars of each of the three averages" }) },
  outputs: {
    value: {
      title: "TRIX",
      scale: { source: 0 },
      undefinedWhen: { description: "the average of the previous bar is zero", holds: lastIsZero },
    },
  },
  memory: "recursive",
  warmup: ({ period }) => 3 * period - 2,
  stableAfter: ({ period }) => 3 * period - 2 + 3 * convergenceSteps(emaFactor(period)),
  batch([source], { period }, [out]) {
    const stream = new TrixStream(period);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) stream.batch(source, start, stripEnd(start, length), out);
  },
  stream: ({ period }) => new TrixStream(period),
});

/** Returns the change of the average in percent. It is not finite, and so missing, if the last average is zero. */
function percentChange(average: number, last: number): number {
  return finite(100 * ((average - last) / last));
}

class TrixStream extends Stream<number> {
  declare readonly first: Smoothing;
  declare readonly second: Smoothing;
  declare readonly third: Smoothing;
  /** The triply smoothed average on the previous bar, NaN if it was missing. */
  last = NaN;

  constructor(period: number) {
    super();
    const factor = emaFactor(period);
    this.first = new Smoothing(factor, period);
    this.second = new Smoothing(factor, period);
    this.third = new Smoothing(factor, period);
  }

  update(source: number): number {
    const { first, second, third } = this;
    // Once all three averages exist, three inlined steps are faster than three calls.
    if (source - source === 0 && third.average === third.average) {
      const before = this.last;
      const once = first.average + first.factor * (source - first.average);
      const twice = second.average + first.factor * (once - second.average);
      const thrice = third.average + first.factor * (twice - third.average);
      first.average = once;
      second.average = twice;
      third.average = thrice;
      this.last = thrice;
      return percentChange(thrice, before);
    }
    return this.#seed(source);
  }

  #seed(source: number): number {
    const average = this.third.update(this.second.update(this.first.update(source)));
    const value = percentChange(average, this.last);
    this.last = average;
    return value;
  }

  override peek(source: number): number {
    return percentChange(this.third.peek(this.second.peek(this.first.peek(source))), this.last);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(source: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.third.average !== this.third.average; i++) out[i] = this.update(source[i]);
    const factor = this.first.factor;
    let first = this.first.average;
    let second = this.second.average;
    let third = this.third.average;
    let last = this.last;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const value = source[i];
        if (value - value !== 0) break;
        first += factor * (value - first);
        second += factor * (first - second);
        third += factor * (second - third);
        out[i] = percentChange(third, last);
        last = third;
      }
      if (i < end) {
        out[i] = NaN;
        last = NaN;
      }
    }
    this.first.average = first;
    this.second.average = second;
    this.third.average = third;
    this.last = last;
  }
}

function lastIsZero([source]: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  const period = Number(params["period"]);
  let average = source;
  for (let stage = 0; stage < 3; stage++) {
    const next = new Float64Array(source.length);
    smooth(new Smoothing(emaFactor(period), period), average, next);
    average = next;
  }
  return average[index - 1] === 0;
}
