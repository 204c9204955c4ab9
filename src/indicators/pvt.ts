import { MISSING, type Column } from "../primitives/column.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Price volume trend: a running sum of volume times the relative price change. It resembles on-balance volume, but a bar
 * that hardly moves adds hardly anything.
 *
 * `pvt[t] = pvt[t-1] + volume[t] * (close[t] - close[t-1]) / close[t-1]`, starting at 0
 *
 * - Unit: volume. A move of one percent adds a hundredth of its bar's volume. The level depends on where the data begin;
 *   read only the changes.
 * - First value at index 1, on the first change. After a close of zero there is no value, and the sum stays unchanged.
 * - A bar with a missing value and the next bar have no value. Then the sum continues.
 *
 * @example
 * pvt(Float64Array.of(10, 11, 5.5), Float64Array.of(100, 200, 300)); // NaN, 20, -130
 */
export const pvt = defineIndicator({
  name: "pvt",
  title: "Price volume trend",
  category: "volume",
  inputs: ["close", "volume"],
  params: {},
  outputs: {
    value: {
      title: "PVT",
      scale: { price: 0, volume: 1 },
      undefinedWhen: { description: "the previous close is zero", holds: pastIsZero },
    },
  },
  memory: "recursive",
  warmup: () => 1,
  batch([close, volume], _, [out]) {
    const stream = new PvtStream();
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(close, volume, start, stripEnd(start, length), out);
  },
  stream: () => new PvtStream(),
});

function pastIsZero([close]: readonly Column[], _: unknown, index: number): boolean {
  return close[index - 1] === 0;
}

class PvtStream extends Stream<number> {
  total = 0;
  last = NaN;

  update(close: number, volume: number): number {
    const step = ((close - this.last) / this.last) * volume;
    this.last = close + volume * 0;
    if (step - step !== 0) return MISSING[0];
    this.total += step;
    return this.total;
  }

  override peek(close: number, volume: number): number {
    const step = ((close - this.last) / this.last) * volume;
    return this.total + step + (step - step);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(close: Column, volume: Column, start: number, end: number, out: Column): void {
    let total = this.total;
    let last = this.last;
    for (let i = start | 0; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const price = close[i];
        const traded = volume[i];
        const step = ((price - last) / last) * traded;
        last = price + traded * 0;
        if (step - step !== 0) break;
        total += step;
        out[i] = total;
      }
      if (i < end) out[i] = NaN;
    }
    this.total = total;
    this.last = last;
  }
}
