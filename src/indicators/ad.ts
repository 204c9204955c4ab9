import { MISSING, type Column } from "../primitives/column.ts";
import { finite } from "../primitives/numbers.ts";
import { moneyFlow } from "../primitives/bar-measures.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Accumulation/distribution line: a running sum of volume, weighted by where each bar closes in its range. A close near the high counts
 * as buying, a close near the low as selling. A line that falls while the price rises indicates selling into the rise.
 *
 * `ad[t] = ad[t-1] + volume * ((close - low) - (high - close)) / (high - low)`, starting at 0
 *
 * - Unit: volume. The level depends on the first bar of the data, so only changes have a meaning.
 * - First value on the first bar. A bar whose high equals its low adds 0. A close outside the bar's range counts as a close at its edge.
 * - A bar with a missing number has no value and adds nothing.
 *
 * Marc Chaikin.
 *
 * @example
 * const high = Float64Array.of(12, 14, 14);
 * const low = Float64Array.of(8, 10, 10);
 * const close = Float64Array.of(12, 11, 12);
 * ad(high, low, close, Float64Array.of(100, 200, 300)); // 100, 0, 0
 */
export const ad = defineIndicator({
  name: "ad",
  title: "Accumulation/distribution line",
  category: "volume",
  inputs: ["high", "low", "close", "volume"],
  params: {},
  outputs: { value: { title: "AD", scale: { price: 0, volume: 1 } } },
  memory: "recursive",
  warmup: () => 0,
  batch([high, low, close, volume], _, [out]) {
    const stream = new AdStream();
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(high, low, close, volume, start, stripEnd(start, length), out);
  },
  stream: () => new AdStream(),
});

class AdStream extends Stream<number> {
  total = 0;

  update(high: number, low: number, close: number, volume: number): number {
    const total = this.total + moneyFlow(high, low, close, volume);
    if (total - total !== 0) return MISSING[0];
    this.total = total;
    return total;
  }

  override peek(high: number, low: number, close: number, volume: number): number {
    return finite(this.total + moneyFlow(high, low, close, volume));
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(high: Column, low: Column, close: Column, volume: Column, start: number, end: number, out: Column): void {
    let total = this.total;
    for (let i = start | 0; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const flow = moneyFlow(high[i], low[i], close[i], volume[i]);
        if (flow - flow !== 0) break;
        total += flow;
        out[i] = total;
      }
      if (i < end) out[i] = NaN;
    }
    this.total = total;
  }
}
