import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { anchorAt, blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** A constant of this module is built into its loops, see `finite`. */
const finite = finiteOf;

/**
 * How far each value lies above the mean of the last `period` values, so that the mean is `value - excess`: the first of the
 * two numbers of `blockMoments`, to the same bits, for what asks for no variance.
 *
 * Sums of differences from an anchor, by blocks as in `blockSum`. The anchor is a value of the window itself, the last one of the
 * block before, so nothing is lost on a high level, and a constant series has an excess of exactly 0.
 */
export function blockExcess(input: Column, period: number, out: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  out.fill(NaN, 0, Math.min(first + period - 1, length));
  const whole = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < whole; start += strip)
    excessOfBlocks(input, start, stripEnd(start, whole, strip), period, anchorAt(input, first, start), out);
  const anchor = anchorAt(input, first, whole);
  let sum = 0;
  for (let i = whole | 0; i < length; i++) {
    const difference = input[i] - anchor;
    sum += difference;
    out[i] = finite(difference - (out[i] + sum) / period);
  }
}

/** Whole blocks from `start` to before `end`; of the next block only what it needs of them. */
function excessOfBlocks(
  input: Column,
  start: number,
  end: number,
  period: number,
  firstAnchor: number,
  out: Column,
): void {
  const length = input.length;
  let anchor = firstAnchor;
  for (let block = start | 0; block < end; block += period) {
    const last = (block + period - 1) | 0;
    const nextAnchor = input[last];
    let sum = 0;
    let suffix = 0;
    for (let i = block | 0, back = last, park = (last + period - 1) | 0; i < last; i++, back--, park--) {
      const difference = input[i] - anchor;
      sum += difference;
      suffix += input[back] - nextAnchor;
      out[i] = finite(difference - (out[i] + sum) / period);
      if (park < length) out[park] = suffix;
    }
    out[last] = finite(0 - (suffix + (input[block] - nextAnchor)) / period);
    anchor = nextAnchor;
  }
}

/** The same fed value by value: the same blocks and anchors, so the same bits. */
export class BlockExcess {
  declare readonly period: number;
  /** Left of `at` the values of the block at hand, from there on the suffix sums of the block before. */
  declare block: Column;
  at = 0;
  /** Where the plain step ends: at the block's last place, at the end of the room so far, or at once before the first value. */
  stop = -1;
  anchor = NaN;
  sum = 0;
  /** What the last step at a stop gave: a number read from a field costs less than one returned by a call. */
  turned = NaN;

  constructor(period: number) {
    this.period = period;
    this.block = missingColumn(Math.min(period, 64));
  }

  /** How far `value` would lie above the mean of the window that ends with it. */
  peek(value: number): number {
    if (this.at === this.period - 1) return this.#whole(value);
    const difference = value - this.anchor;
    return finite(difference - (this.block[this.at + 1] + (this.sum + difference)) / this.period);
  }

  /** Takes `value` and returns how far it lies above the mean of the window that ends with it, NaN until there are `period` values. */
  update(value: number): number {
    const at = this.at;
    const difference = value - this.anchor;
    this.block[at] = value;
    if (at >= this.stop) {
      this.#turn();
      return this.turned;
    }
    this.at = at + 1;
    this.sum += difference;
    return finite(difference - (this.block[at + 1] + this.sum) / this.period);
  }

  #turn(): void {
    const { block, period, at } = this;
    const value = block[at];
    if (this.stop < 0 && value - value !== 0) return;
    if (at < period - 1) {
      if (this.stop >= 0) this.block = growColumn(block, period);
      this.stop = this.block.length - 1;
      this.at = at + 1;
      return;
    }
    this.turned = this.#whole(value, block);
    this.stop = at;
    this.at = 0;
    this.anchor = value;
    this.sum = 0;
  }

  /** The excess of the block that `anchor` completes; its suffix sums are kept in `into` when that is given. */
  #whole(anchor: number, into?: Column): number {
    let sum = anchor - anchor;
    if (into) into[this.period - 1] = sum;
    for (let i = (this.period - 2) | 0; i >= 0; i--) {
      sum += this.block[i] - anchor;
      if (into) into[i] = sum;
    }
    return finite(0 - sum / this.period);
  }
}
