import { MISSING, type Column } from "../primitives/column.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import * as param from "../primitives/param-kinds.ts";
import { Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * McGinley dynamic: an average that follows a falling price faster than a rising one. In a decline it stays close to the
 * price, where a plain average of the same period lags.
 *
 * `m[t] = m[t-1] + (x[t] - m[t-1]) / max(1, share * period * (x[t] / m[t-1])⁴)`
 *
 * - `period`: default 14. `share`: part of the period that counts; default 0.6, McGinley's choice.
 * - First value at index `period - 1`: the mean of the first `period` values.
 * - A missing value gives no average; the average continues with the next value.
 * - No value for a price of 0 or below.
 * - The divisor is at least 1, so a step never passes the price, and the average stays within the range of its prices.
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
    period: param.integer({ default: 14, description: "number of bars" }),
    // With a share far below 0.6, the average of period 1 would oscillate around the price.
    share: param.number({ default: 0.6, min: 0.6, description: "fraction of the period that is used" }),
  },
  outputs: {
    value: {
      title: "McGinley",
      scale: { source: 1 },
      undefinedWhen: {
        description: "the price is zero or below",
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
    for (let start = 0; start < length; start += STRIP) stream.batch(source, start, stripEnd(start, length), out);
  },
  stream: ({ period, share }) => new McginleyStream(period, share),
});

/** Returns the next average, with `pace` = `share * period`. If the last average is not above zero, returns the price. */
function nextAverage(average: number, price: number, pace: number): number {
  if (average <= 0) return price;
  const ratio = price / average;
  const square = ratio * ratio;
  const divisor = pace * (square * square);
  // With a divisor of 1 the result is the price, returned without rounding.
  return divisor > 1 ? average + (price - average) / divisor : price;
}

class McginleyStream extends Stream<number> {
  declare readonly pace: number;
  /** Computes the mean of the first prices. Afterwards its field `average` stores the current average. */
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
    start.average = nextAverage(average, source, this.pace);
    return finite(start.average);
  }

  override peek(source: number): number {
    const { average } = this.start;
    if (!(source > 0 && source < Infinity)) return MISSING[0];
    return average === average ? finite(nextAverage(average, source, this.pace)) : this.start.peek(source);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(source: Column, start: number, end: number, out: Column): void {
    const { pace } = this;
    for (let i = start | 0; i < end; i++) {
      let { average } = this.start;
      // An inner loop up to the next missing or non-positive price is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const price = source[i];
        if (!(price > 0 && price < Infinity && average > 0)) break;
        average = nextAverage(average, price, pace);
        out[i] = finite(average);
      }
      this.start.average = average;
      if (i < end) out[i] = this.update(source[i]);
    }
  }
}
