import type { Column } from "../primitives/column.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import { NOISE } from "../primitives/noise.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** A constant of this module is built into its loops; a call of what is imported costs 2 ns a bar more. */
const finite = finiteOf;

/**
 * On-balance volume: volume added on bars that close higher and taken away on bars that close lower. A line that rises while
 * the price rests says that volume comes with the advances; a price that rises without it rises on little.
 *
 * `obv[t] = obv[t-1] ± volume[t]`: plus after a higher close, minus after a lower one, neither after the same
 *
 * - Closes are compared as decimals, so that averages of prices may stand for them: what rounding leaves is no change.
 * - In units of volume. Only its course counts: its height depends on where the data begin.
 * - First value on the first bar, whose volume it is.
 * - A bar with a missing number has no value. On the next one the change is not known: it adds nothing, and the sum goes on.
 *
 * Joseph E. Granville, Granville's New Key to Stock Market Profits (1963). It begins as TA-Lib's does.
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
      stream.updateRange(close, volume, start, stripEnd(start, length), out);
  },
  stream: () => new ObvStream(),
});

/** Volume with the sign of the change, NaN where one of the numbers is missing. */
function signed(price: number, last: number, volume: number): number {
  const change = price - last;
  const noise = NOISE * (Math.abs(price) + Math.abs(last));
  return (Number(change > noise) - Number(change < -noise)) * volume + (change - change) + volume * 0;
}

class ObvStream extends Stream<number> {
  /** NaN before the first bar. */
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

  /** Takes the bars from `start` to before `end` and writes their values: `update` in one loop. */
  updateRange(close: Column, volume: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.total !== this.total; i++) out[i] = this.update(close[i], volume[i]);
    let total = this.total;
    let last = this.last;
    for (; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
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
