import { MISSING, type Column } from "../primitives/column.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Williams' accumulation/distribution: a running sum of each close's distance from the opposite end of its true range. A new high of the
 * price without a new high of the line indicates selling. Volume is not used.
 *
 * Each bar adds `close - min(low, previous close)` after a rise, `close - max(high, previous close)` after a fall, and 0
 * if the close is unchanged.
 *
 * - Unit: price, starting at 0. The level depends on the first bar of the data, so only changes have a meaning.
 * - First value at index 1, on the first change.
 * - A bar with a missing number and the next bar have no value. Then the sum continues.
 *
 * Larry Williams.
 *
 * @example
 * const high = Float64Array.of(11, 13, 12);
 * const low = Float64Array.of(9, 11, 10);
 * // The close rises from 10 to 12, which adds 2, then falls from 12 to 10.5, which subtracts 1.5.
 * williamsAd(high, low, Float64Array.of(10, 12, 10.5)); // NaN, 2, 0.5
 */
export const williamsAd = defineIndicator({
  name: "williamsAd",
  title: "Williams' accumulation/distribution",
  category: "volume",
  inputs: ["high", "low", "close"],
  params: {},
  outputs: { value: { title: "Williams AD", scale: { price: 1 } } },
  memory: "recursive",
  warmup: () => 1,
  batch([high, low, close], _, [out]) {
    const stream = new WilliamsAdStream();
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(high, low, close, start, stripEnd(start, length), out);
  },
  stream: () => new WilliamsAdStream(),
});

/** Scratch memory to select one of several prices without a branch. */
const pick = new Float64Array(7);

/** Returns the amount that one bar adds, computed without a branch. NaN if the bar or the previous close is missing. */
function move(high: number, low: number, close: number, last: number): number {
  const change = close - last;
  pick[0] = low;
  pick[1] = last;
  pick[2] = high;
  pick[3] = last;
  pick[4] = close;
  pick[5] = pick[Number(last < low)];
  pick[6] = pick[2 + Number(last > high)];
  const bar = high - low + change;
  return close - pick[4 + Number(change > 0) + 2 * Number(change < 0)] + (bar - bar);
}

class WilliamsAdStream extends Stream<number> {
  total = 0;
  last = NaN;

  update(high: number, low: number, close: number): number {
    const step = move(high, low, close, this.last);
    this.last = close + (high - low) * 0;
    if (step !== step) return MISSING[0];
    this.total += step;
    return this.total;
  }

  override peek(high: number, low: number, close: number): number {
    return this.total + move(high, low, close, this.last);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(high: Column, low: Column, close: Column, start: number, end: number, out: Column): void {
    let total = this.total;
    let last = this.last;
    for (let i = start | 0; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const price = close[i];
        const step = move(high[i], low[i], price, last);
        last = price + (high[i] - low[i]) * 0;
        if (step !== step) break;
        total += step;
        out[i] = total;
      }
      if (i < end) out[i] = NaN;
    }
    this.total = total;
    this.last = last;
  }
}
