import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Elder's force index: an average of price change times volume. Above 0 buyers dominate, below 0 sellers do. In an uptrend, a
 * force index of 2 bars that falls below 0 is a buy signal.
 *
 * `ema((close[t] - close[t-1]) * volume[t], period)`
 *
 * - `period`: bars of the average; default 13. Elder's short one has 2. Unit: price times volume.
 * - First value at index `period`: it needs `period` changes.
 * - A bar with a missing value and the next bar have no value. Then the average continues.
 *
 * Alexander Elder, Trading for a Living (1993).
 *
 * @example
 * // The forces are 100, -50 and 200. The average starts with the mean of the first two.
 * efi(Float64Array.of(10, 11, 10.5, 12.5), Float64Array.of(50, 100, 100, 100), 2); // NaN, NaN, 25, 141.667
 */
export const efi = defineIndicator({
  name: "efi",
  title: "Elder's force index",
  category: "volume",
  inputs: ["close", "volume"],
  params: { period: param.integer({ default: 13, description: "number of bars of the average" }) },
  outputs: { value: { title: "Force index", scale: { price: 1, volume: 1 } } },
  memory: "recursive",
  warmup: ({ period }) => period,
  stableAfter: ({ period }) => period + convergenceSteps(emaFactor(period)),
  batch([close, volume], { period }, [out]) {
    const stream = new EfiStream(period);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(close, volume, start, stripEnd(start, length), out);
  },
  stream: ({ period }) => new EfiStream(period),
});

class EfiStream extends Stream<number> {
  declare readonly force: Smoothing;
  last = NaN;

  constructor(period: number) {
    super();
    this.force = new Smoothing(emaFactor(period), period);
  }

  update(close: number, volume: number): number {
    const change = close - this.last;
    this.last = close + volume * 0;
    return this.force.update(change * volume);
  }

  override peek(close: number, volume: number): number {
    return this.force.peek((close - this.last) * volume);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(close: Column, volume: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.force.average !== this.force.average; i++) out[i] = this.update(close[i], volume[i]);
    const factor = this.force.factor;
    let average = this.force.average;
    let last = this.last;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const price = close[i];
        const traded = volume[i];
        const force = (price - last) * traded;
        last = price + traded * 0;
        if (force - force !== 0) break;
        average += factor * (force - average);
        out[i] = average;
      }
      if (i < end) out[i] = NaN;
    }
    this.force.average = average;
    this.last = last;
  }
}
