import { MISSING, type Column } from "../primitives/column.ts";
import { finite } from "../primitives/numbers.ts";
import { moneyFlow } from "../primitives/bar-measures.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Accumulation/distribution line: volume added up by where each bar closes. A close near the high counts as buying, one near
 * the low as selling; a price that rises while the line falls rises on closes that are sold into.
 *
 * `ad[t] = ad[t-1] + volume * ((close - low) - (high - close)) / (high - low)`, begun at 0
 *
 * - In units of volume. Only its course counts: its height depends on where the data begin.
 * - First value on the first bar. A bar without height counts 0; a close outside its bar's range counts as one at the edge.
 * - A missing bar has no value and adds nothing; a bar with one missing number is missing as a whole.
 *
 * Marc Chaikin; TA-Lib's AD is the same.
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
      stream.updateRange(high, low, close, volume, start, stripEnd(start, length), out);
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

  /** Takes the bars from `start` to before `end` and writes their values: `update` in one loop. */
  updateRange(high: Column, low: Column, close: Column, volume: Column, start: number, end: number, out: Column): void {
    let total = this.total;
    for (let i = start | 0; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
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
