import type { Column } from "../primitives/column.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, smooth, Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** A constant of this module is built into its loops; a call of what is imported costs 2 ns a bar more. */
const finite = finiteOf;

/**
 * TRIX: by how many percent a thrice smoothed average has moved since the bar before. The smoothing leaves out what is shorter than
 * the period; above zero the trend that remains is up, and a crossing of zero is the usual signal.
 *
 * `100 * (e[t] - e[t-1]) / e[t-1]` with `e = ema(ema(ema(x)))`
 *
 * - `period`: bars of each of the three averages, 15 unless given.
 * - In percent: 0.1 is a tenth of a percent a bar.
 * - Each average starts from the first `period` values of the one before it (TA-Lib), so the first value lies at index
 *   `3 * period - 2`.
 * - A missing value has none, and neither has the bar after it, which is compared with it; the averages go on.
 * - No value where the average of the bar before is zero.
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
  params: { period: param.integer({ default: 15, description: "bars of each of the three averages" }) },
  outputs: {
    value: {
      title: "TRIX",
      scale: { source: 0 },
      undefinedWhen: { description: "the average of the bar before is zero", holds: lastIsZero },
    },
  },
  memory: "recursive",
  warmup: ({ period }) => 3 * period - 2,
  stableAfter: ({ period }) => 3 * period - 2 + 3 * convergenceSteps(emaFactor(period)),
  batch([source], { period }, [out]) {
    const stream = new TrixStream(period);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) stream.updateRange(source, start, stripEnd(start, length), out);
  },
  stream: ({ period }) => new TrixStream(period),
});

/** The change in percent; over a last average of zero it is infinite or none, and so missing. */
function percentChange(average: number, last: number): number {
  return finite(100 * ((average - last) / last));
}

class TrixStream extends Stream<number> {
  declare readonly first: Smoothing;
  declare readonly second: Smoothing;
  declare readonly third: Smoothing;
  /** The third average on the bar before, NaN where that was missing. */
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
    // With the third average all are there: their steps at once instead of three calls.
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

  /** Takes the bars from `start` to before `end` and writes their values: `update` in one loop. */
  updateRange(source: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.third.average !== this.third.average; i++) out[i] = this.update(source[i]);
    const factor = this.first.factor;
    let first = this.first.average;
    let second = this.second.average;
    let third = this.third.average;
    let last = this.last;
    for (; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
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
