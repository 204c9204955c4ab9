import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing } from "../primitives/smoothing.ts";
import { stripEnd, STRIP } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Elder ray: how far buyers lifted a bar above its average, and how far sellers pushed it below. In an uptrend, bear power
 * that is below zero and rises favors buyers. In a downtrend, bull power that is above zero and falls favors sellers.
 *
 * `bull = high - ema(close)`, `bear = low - ema(close)`, in units of price
 *
 * - `period`: bars of the average; default 13.
 * - First values at index `period - 1`. A bar with a missing number has no values; the average continues with the next bar.
 * - The seed (initial average) fades: after about 7 · `period` bars its weight is below one millionth.
 *
 * Alexander Elder, Trading for a Living (1993).
 *
 * @example
 * const high = Float64Array.of(11, 12, 14);
 * const low = Float64Array.of(9, 10, 11);
 * const close = Float64Array.of(10, 12, 14);
 * elderRay(high, low, close, 2).bull; // NaN, 1, 1
 */
export const elderRay = defineIndicator({
  name: "elderRay",
  title: "Elder ray",
  category: "momentum",
  inputs: ["high", "low", "close"],
  params: { period: param.integer({ default: 13, description: "number of bars of the average" }) },
  outputs: {
    bull: { title: "Bull power", scale: { price: 1 } },
    bear: { title: "Bear power", scale: { price: 1 } },
  },
  memory: "recursive",
  warmup: ({ period }) => ({ bull: period - 1, bear: period - 1 }),
  stableAfter: ({ period }) => period - 1 + convergenceSteps(emaFactor(period)),
  batch([high, low, close], { period }, [bull, bear]) {
    const stream = new ElderRayStream(period);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(high, low, close, start, stripEnd(start, length), bull, bear);
  },
  stream: ({ period }) => new ElderRayStream(period),
});

/** Output values of one bar. */
class ElderRayValue {
  bull = NaN;
  bear = NaN;
}

class ElderRayStream extends Stream<ElderRayValue> {
  declare readonly smoothing: Smoothing;
  readonly value = new ElderRayValue();

  constructor(period: number) {
    super();
    this.smoothing = new Smoothing(emaFactor(period), period);
  }

  update(high: number, low: number, close: number): ElderRayValue {
    const range = high - low;
    return written(this.value, high, low, this.smoothing.update(close + (range - range)));
  }

  override peek(high: number, low: number, close: number): ElderRayValue {
    const range = high - low;
    return written(new ElderRayValue(), high, low, this.smoothing.peek(close + (range - range)));
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(high: Column, low: Column, close: Column, start: number, end: number, bull: Column, bear: Column): void {
    let i = start | 0;
    for (; i < end && this.smoothing.average !== this.smoothing.average; i++) {
      const value = this.update(high[i], low[i], close[i]);
      bull[i] = value.bull;
      bear[i] = value.bear;
    }
    const { factor } = this.smoothing;
    let { average } = this.smoothing;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const top = high[i];
        const bottom = low[i];
        const last = close[i];
        const bar = top - bottom + last;
        if (bar - bar !== 0) break;
        average += factor * (last - average);
        bull[i] = top - average;
        bear[i] = bottom - average;
      }
      if (i < end) {
        bull[i] = NaN;
        bear[i] = NaN;
      }
    }
    this.smoothing.average = average;
  }
}

function written(into: ElderRayValue, high: number, low: number, average: number): ElderRayValue {
  into.bull = high - average;
  into.bear = low - average;
  return into;
}
