import type { Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { STRIP, stripEnd } from "./strips.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/** Memory to select the factor 1 or the price ratio without a branch. */
const pick = Float64Array.of(1, 1);

/**
 * Positive (`sign` 1) or negative (`sign` -1) volume index. It starts at 1000 and follows the price on bars with a higher or lower volume than
 * the previous bar; on other bars and after a missing bar, it does not change.
 *
 * NaN on a bar on which it would follow a price from 0; the index is then unchanged.
 */
export class VolumeIndex {
  declare readonly sign: 1 | -1;
  index = 1000;
  /** Close and volume of the previous bar; NaN if the bar is missing. */
  price = NaN;
  traded = NaN;

  constructor(sign: 1 | -1) {
    this.sign = sign;
  }

  /** Returns the index after a bar, without changing the state. */
  peek(close: number, volume: number): number {
    pick[1] = close / this.price;
    const index = this.index * pick[Number((volume - this.traded) * this.sign > 0)];
    return finite(index) + close * 0 + volume * 0 + 0;
  }

  /** Adds a bar and returns the index. */
  update(close: number, volume: number): number {
    const index = this.peek(close, volume);
    this.price = finite(close) + volume * 0;
    this.traded = volume + this.price * 0;
    if (index === index) this.index = index;
    return index;
  }

  /** Writes the index of bars from `start` up to but not including `end`, as `update` does, in one loop. */
  batch(close: Column, volume: Column, start: number, end: number, out: Column): void {
    const sign = this.sign;
    for (let i = start | 0; i < end; i++) {
      // After `update` of the first bar, the inner loop runs up to the next missing value, which is faster; `smoothRange` explains why.
      out[i] = this.update(close[i], volume[i]);
      let { index, price, traded } = this;
      for (i++; i < end; i++) {
        const now = close[i];
        const turnover = volume[i];
        pick[1] = now / price;
        const next = index * pick[Number((turnover - traded) * sign > 0)];
        if (next - next + now * 0 + turnover * 0 !== 0) break;
        index = next;
        price = now;
        traded = turnover;
        // Adding 0 turns -0 into 0.
        out[i] = index + 0;
      }
      i--;
      this.index = index;
      this.price = price;
      this.traded = traded;
    }
  }
}

/** Writes a volume index over whole columns. */
export function volumeIndex(close: Column, volume: Column, sign: 1 | -1, out: Column): void {
  const index = new VolumeIndex(sign);
  const length = close.length;
  for (let start = 0; start < length; start += STRIP) index.batch(close, volume, start, stripEnd(start, length), out);
}
