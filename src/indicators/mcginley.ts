import { MISSING, type Column } from "../primitives/column.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import * as param from "../primitives/param-kinds.ts";
import { Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** A constant of this module is built into its loops, see `finite`. */
const finite = finiteOf;

/**
 * McGinley dynamic: an average that follows a falling price faster than a rising one, and a price that ran away upward hardly at
 * all. It hugs the price in a decline, where a plain average of the same period would come too late.
 *
 * `m[t] = m[t-1] + (x[t] - m[t-1]) / max(1, share * period * (x[t] / m[t-1])⁴)`
 *
 * - `period` 14 bars and `share` 0.6 unless given: McGinley takes 60 percent of the period, TradingView all of it (`share` 1).
 * - First value at index `period - 1`: the mean of the first `period` values.
 * - A missing value has no average; the next one goes on from the average before it.
 * - No value where the price is not above 0.
 * - The divisor is at least 1: a step ends at the price at the latest, and the average never leaves the range of its prices. In
 *   the published formula, and in programs that take it as it is, a price far below the average (to 59 percent of it with a
 *   period of 14) throws the average beyond the price, and a fall to a half throws it below zero.
 *
 * @example
 * mcginley(Float64Array.of(1, 3, 2, 4, 1.8), 2, { share: 1 }); // NaN, 2, 2, 2.0625, 1.83625
 */
export const mcginley = defineIndicator({
  name: "mcginley",
  title: "McGinley dynamic",
  category: "average",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 14, description: "bars" }),
    // With much less a period of 1 would swing about the price and never settle.
    share: param.number({ default: 0.6, min: 0.6, description: "part of the period that counts; 1 for all of it" }),
  },
  outputs: {
    value: {
      title: "McGinley",
      scale: { source: 1 },
      undefinedWhen: {
        description: "the price is not above zero",
        holds: ([source], _, index) => source![index]! <= 0,
      },
    },
  },
  compat: { tradingview: { share: 1 } },
  memory: "recursive",
  compounds: true,
  warmup: ({ period }) => period - 1,
  batch([source], { period, share }, [out]) {
    const stream = new McginleyStream(period, share);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) stream.updateRange(source, start, stripEnd(start, length), out);
  },
  stream: ({ period, share }) => new McginleyStream(period, share),
});

/** The average one price later, at a pace of so many bars; from a mean of first prices that is not above zero it is the price. */
function followed(average: number, price: number, pace: number): number {
  if (average <= 0) return price;
  const ratio = price / average;
  const square = ratio * ratio;
  const divisor = pace * (square * square);
  // A whole step is the price itself, not what rounding makes of it.
  return divisor > 1 ? average + (price - average) / divisor : price;
}

class McginleyStream extends Stream<number> {
  declare readonly pace: number;
  /** Takes the mean of the first prices; from then on only its average is used. */
  declare readonly start: Smoothing;

  constructor(period: number, share: number) {
    super();
    this.pace = share * period;
    this.start = new Smoothing(1, period);
  }

  update(source: number): number {
    const { start } = this;
    const { average } = start;
    if (average !== average) {
      const mean = start.update(source);
      return source > 0 ? mean : MISSING[0];
    }
    if (!(source > 0 && source < Infinity)) return MISSING[0];
    start.average = followed(average, source, this.pace);
    return finite(start.average);
  }

  override peek(source: number): number {
    const { average } = this.start;
    if (!(source > 0 && source < Infinity)) return MISSING[0];
    return average === average ? finite(followed(average, source, this.pace)) : this.start.peek(source);
  }

  /** Takes the bars from `start` to before `end` and writes their values: `update` in one loop. */
  updateRange(source: Column, start: number, end: number, out: Column): void {
    const { pace } = this;
    for (let i = start | 0; i < end; i++) {
      let { average } = this.start;
      // Up to the next bar that is out of the ordinary in a loop of its own, see `smoothRange`.
      for (; i < end; i++) {
        const price = source[i];
        if (!(price > 0 && price < Infinity && average > 0)) break;
        average = followed(average, price, pace);
        out[i] = finite(average);
      }
      this.start.average = average;
      if (i < end) out[i] = this.update(source[i]);
    }
  }
}
