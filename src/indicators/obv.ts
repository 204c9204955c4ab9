import type { Column } from "../primitives/column.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import { NOISE } from "../primitives/noise.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * On-balance volume: adds the volume of bars that close higher and subtracts the volume of bars that close lower. A line that rises
 * while the price is flat means that volume comes on rising bars. A price that rises while the line does not rises on little volume.
 *
 * `obv[t] = obv[t-1] ± volume[t]`: plus after a higher close, minus after a lower one, unchanged after an equal one
 *
 * - Closes are compared as decimals, so a rounding difference is no change.
 * - Unit: volume. The level depends on the first bar of the data, so only changes have a meaning.
 * - First value on the first bar: its volume.
 * - A bar with a missing number has no value. On the next bar the change is unknown, so it adds nothing; then the sum continues.
 *
 * Joseph E. Granville, Granville's New Key to Stock Market Profits (1963).
 *
 * @example
 * obv(Float64Array.of(10, 11, 11, 9), Float64Array.of(100, 50, 70, 30)); // 100, 150, 150, 120
 */
export const obv = defineIndicator({
  name: "obv",
  title: "On-balance volume",
  category: "volume",
  inputs: ["close", "volume"],
  params: {},
  outputs: { value: { title: "OBV", scale: { price: 0, volume: 1 } } },
  memory: "recursive",
  warmup: () => 0,
  batch([close, volume], _, [out]) {
    const stream = new ObvStream();
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(close, volume, start, stripEnd(start, length), out);
  },
  stream: () => new ObvStream(),
});

/** Returns the volume with the sign of the price change, or NaN if a number is missing. */
function signed(price: number, last: number, volume: number): number {
  const change = price - last;
  const noise = NOISE * (Math.abs(price) + Math.abs(last));
  return (Number(change > noise) - Number(change < -noise)) * volume + (change - change) + volume * 0;
}

class ObvStream extends Stream<number> {
  /** On-balance volume up to the last bar; NaN before the first bar. */
  total = NaN;
  last = NaN;

  update(close: number, volume: number): number {
    const total = this.peek(close, volume);
    this.last = finite(close) + volume * 0;
    if (total === total) this.total = total;
    return total;
  }

  override peek(close: number, volume: number): number {
    const missing = close * 0 + volume * 0;
    if (this.total !== this.total) return volume + missing;
    return this.total + (this.last === this.last ? signed(close, this.last, volume) : missing);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(close: Column, volume: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.total !== this.total; i++) out[i] = this.update(close[i], volume[i]);
    let total = this.total;
    let last = this.last;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const price = close[i];
        const step = signed(price, last, volume[i]);
        if (step - step !== 0) break;
        last = price;
        total += step;
        out[i] = total;
      }
      if (i < end) {
        last = finite(close[i]) + volume[i] * 0;
        out[i] = total + last * 0;
      }
    }
    this.total = total;
    this.last = last;
  }
}
