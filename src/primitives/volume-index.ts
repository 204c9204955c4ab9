import type { Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { STRIP, stripEnd } from "./strips.ts";

/** A constant of this module is built into its loops, see `finite`. */
const finite = finiteOf;

/** Where the two ratios lie of which one is picked: the index holds, or goes with the price; nothing stays in it. */
const pick = Float64Array.of(1, 1);

/**
 * An index that begins at 1000 on the first bar and follows the price on bars whose volume is higher (`sign` 1) or lower
 * (`sign` -1) than that of the bar before, and else holds. After a missing bar no change is known, and it holds.
 *
 * No value where it would follow a price from zero; it stays where it was.
 */
export class VolumeIndex {
  declare readonly sign: 1 | -1;
  index = 1000;
  /** Close and volume of the bar before, NaN where that is missing. */
  price = NaN;
  traded = NaN;

  constructor(sign: 1 | -1) {
    this.sign = sign;
  }

  /** The index after this bar, without taking it. */
  peek(close: number, volume: number): number {
    pick[1] = close / this.price;
    const index = this.index * pick[Number((volume - this.traded) * this.sign > 0)];
    return finite(index) + close * 0 + volume * 0 + 0;
  }

  /** Takes a bar and returns the index. */
  update(close: number, volume: number): number {
    const index = this.peek(close, volume);
    this.price = finite(close) + volume * 0;
    this.traded = volume + this.price * 0;
    if (index === index) this.index = index;
    return index;
  }

  /** Takes the bars from `start` to before `end` and writes their values: `update` in one loop. */
  batch(close: Column, volume: Column, start: number, end: number, out: Column): void {
    const sign = this.sign;
    for (let i = start | 0; i < end; i++) {
      // The bar after a gap by itself, then up to the next gap in a loop of its own, see `smoothRange`.
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
        // A zero has no sign, wherever the price went.
        out[i] = index + 0;
      }
      i--;
      this.index = index;
      this.price = price;
      this.traded = traded;
    }
  }
}

/** Follows a price through whole columns with a fresh index. */
export function volumeIndex(close: Column, volume: Column, sign: 1 | -1, out: Column): void {
  const index = new VolumeIndex(sign);
  const length = close.length;
  for (let start = 0; start < length; start += STRIP) index.batch(close, volume, start, stripEnd(start, length), out);
}
