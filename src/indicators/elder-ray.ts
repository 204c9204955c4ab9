import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing } from "../primitives/smoothing.ts";
import { stripEnd, STRIP } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Elder ray: how far buyers lifted the bar above its average and how far sellers pushed it below. In an up-trend a bear power
 * below zero that rises again is the buyers' chance; in a down-trend a bull power above zero that falls is the sellers'.
 *
 * `bull = high - ema(close)`, `bear = low - ema(close)`, in units of price
 *
 * - `period`: bars of the average, 13 unless given.
 * - First values at index `period - 1`. A bar with one missing number has no values; the next one goes on from the average
 *   before it.
 * - The seed fades: after about 7 · `period` bars it weighs less than a millionth.
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
  params: { period: param.integer({ default: 13, description: "bars of the average" }) },
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
      stream.updateRange(high, low, close, start, stripEnd(start, length), bull, bear);
  },
  stream: ({ period }) => new ElderRayStream(period),
});

/** The two numbers of one bar. */
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

  /** Takes the bars from `start` to before `end` and writes their numbers: `update` in one loop. */
  updateRange(high: Column, low: Column, close: Column, start: number, end: number, bull: Column, bear: Column): void {
    let i = start | 0;
    for (; i < end && this.smoothing.average !== this.smoothing.average; i++) {
      const value = this.update(high[i], low[i], close[i]);
      bull[i] = value.bull;
      bear[i] = value.bear;
    }
    const { factor } = this.smoothing;
    let { average } = this.smoothing;
    for (; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
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
