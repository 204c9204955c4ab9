import type { Column } from "../primitives/column.ts";
import { convergenceSteps } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Heikin-Ashi bars: smoothed bars that show a trend as a row of bars of one color. A rising bar without a lower wick (`open` equal to
 * `low`) is a strong uptrend. A falling bar without an upper wick is a strong downtrend.
 *
 * `close = (open + high + low + close) / 4`, `open = (previous open + previous close) / 2` of the Heikin-Ashi bars,
 * `high` is the highest of the bar's high and the Heikin-Ashi open and close; `low` is the lowest of the bar's low and these two
 *
 * - The first bar opens in the middle of its open and close. The influence of this choice halves with each bar; after 20 bars it is below one millionth.
 * - Values start with the first bar. They are not traded prices: no order can fill at them.
 * - A bar with a missing value has no Heikin-Ashi bar. The next one continues from the last one before.
 *
 * @example
 * const open = Float64Array.of(10, 11, 12);
 * const high = Float64Array.of(12, 13, 13);
 * const low = Float64Array.of(9, 10, 10);
 * const close = Float64Array.of(11, 12, 10);
 * heikinAshi(open, high, low, close).open; // 10.5, 10.5, 11
 */
export const heikinAshi = defineIndicator({
  name: "heikinAshi",
  title: "Heikin-Ashi",
  category: "trend",
  inputs: ["open", "high", "low", "close"],
  params: {},
  outputs: {
    open: { title: "Heikin-Ashi open", scale: { price: 1 } },
    high: { title: "Heikin-Ashi high", scale: { price: 1 } },
    low: { title: "Heikin-Ashi low", scale: { price: 1 } },
    close: { title: "Heikin-Ashi close", scale: { price: 1 } },
  },
  memory: "recursive",
  warmup: () => ({ open: 0, high: 0, low: 0, close: 0 }),
  stableAfter: () => convergenceSteps(0.5),
  batch([open, high, low, close], _, outs) {
    const stream = new HeikinAshiStream();
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(open, high, low, close, start, stripEnd(start, length), outs);
  },
  stream: () => new HeikinAshiStream(),
});

/** Output values of one bar. */
class HeikinAshiValue {
  open = NaN;
  high = NaN;
  low = NaN;
  close = NaN;
}

/** Returns the mean of four prices. They are added in pairs, so that the mean of four equal prices is exact. */
function middle(open: number, high: number, low: number, close: number): number {
  return (open + close + (high + low)) * 0.25;
}

class HeikinAshiStream extends Stream<HeikinAshiValue> {
  /** Heikin-Ashi open of the next bar, NaN before the first bar. */
  next = NaN;
  readonly value = new HeikinAshiValue();

  update(open: number, high: number, low: number, close: number): HeikinAshiValue {
    const value = this.#write(this.value, open, high, low, close);
    if (value.close === value.close) this.next = (value.open + value.close) * 0.5;
    return value;
  }

  override peek(open: number, high: number, low: number, close: number): HeikinAshiValue {
    return this.#write(new HeikinAshiValue(), open, high, low, close);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(
    open: Column,
    high: Column,
    low: Column,
    close: Column,
    start: number,
    end: number,
    [opens, highs, lows, closes]: readonly Column[],
  ): void {
    let i = start | 0;
    for (; i < end && this.next !== this.next; i++) {
      const value = this.update(open[i], high[i], low[i], close[i]);
      opens[i] = value.open;
      highs[i] = value.high;
      lows[i] = value.low;
      closes[i] = value.close;
    }
    let next = this.next;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const last = middle(open[i], high[i], low[i], close[i]);
        if (last - last !== 0) break;
        opens[i] = next;
        highs[i] = Math.max(high[i], Math.max(next, last));
        lows[i] = Math.min(low[i], Math.min(next, last));
        closes[i] = last;
        next = (next + last) * 0.5;
      }
      if (i < end) {
        opens[i] = NaN;
        highs[i] = NaN;
        lows[i] = NaN;
        closes[i] = NaN;
      }
    }
    this.next = next;
  }

  #write(into: HeikinAshiValue, open: number, high: number, low: number, close: number): HeikinAshiValue {
    const last = middle(open, high, low, close);
    // The difference is NaN if the bar is missing, else 0.
    const nanIfMissing = last - last;
    const first = this.next === this.next ? this.next : (open + close) * 0.5;
    into.open = first + nanIfMissing;
    into.high = Math.max(high, Math.max(first, last)) + nanIfMissing;
    into.low = Math.min(low, Math.min(first, last)) + nanIfMissing;
    into.close = last + nanIfMissing;
    return into;
  }
}
