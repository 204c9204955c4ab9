import { firstFinite, MISSING, missingList, growList, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { anchorAt, blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** A constant of this module is built into its loops, see `finite`. */
const finite = finiteOf;

/**
 * Mean of the last `period` values.
 *
 * Blocks as in `blockSum`, with sums of differences from an anchor that lies inside the window: the last value of the block
 * before. So what is rounded is the small sum of differences and not the level: a constant series is its own mean exactly, and
 * any other mean is off by at most half a unit of its last digit and `period · (highest - lowest) · 2^-53` of its window: of `period - 1`
 * differences each is rounded at most `period - 1` times, then the quotient once.
 *
 * A value that is not finite counts as missing: every window that holds it is NaN, and no other one.
 */
export function blockMean(input: Column, period: number, out: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  out.fill(NaN, 0, Math.min(first + period - 1, length));
  // Blocks of one value would be slow.
  if (period === 1) {
    for (let i = first | 0; i < length; i++) out[i] = finite(input[i]);
    return;
  }
  const whole = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < whole; start += strip)
    meanOfBlocks(input, start, stripEnd(start, whole, strip), period, anchorAt(input, first, start), out);
  const anchor = anchorAt(input, first, whole);
  let prefix = 0;
  for (let i = whole | 0; i < length; i++) {
    prefix += input[i] - anchor;
    out[i] = finite(anchor + (out[i] + prefix) / period);
  }
}

/** Whole blocks from `start` to before `end`; of the next block only what it needs of them. */
function meanOfBlocks(
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
    let prefix = 0;
    let suffix = 0;
    let i = block | 0;
    let back = last;
    let park = (last + period - 1) | 0;
    // Forward for the values of this block, backward for what the next one needs, two steps a turn, see `blockSum`.
    for (; i < last - 1; i += 2, back -= 2, park -= 2) {
      prefix += input[i] - anchor;
      suffix += input[back] - nextAnchor;
      out[i] = finite(anchor + (out[i] + prefix) / period);
      if (park < length) out[park] = suffix;
      prefix += input[i + 1] - anchor;
      suffix += input[back - 1] - nextAnchor;
      out[i + 1] = finite(anchor + (out[i + 1] + prefix) / period);
      if (park <= length) out[park - 1] = suffix;
    }
    if (i < last) {
      prefix += input[i] - anchor;
      suffix += input[back] - nextAnchor;
      out[i] = finite(anchor + (out[i] + prefix) / period);
      if (park < length) out[park] = suffix;
    }
    out[last] = finite(nextAnchor + (suffix + (input[block] - nextAnchor)) / period);
    anchor = nextAnchor;
  }
}

/** The same fed value by value: the same blocks and anchors, so the same bits. */
export class BlockMean {
  declare readonly period: number;
  /** Left of `at` the values of the block at hand, from there on the suffix sums of the block before. */
  declare block: number[];
  at = 0;
  /** Where the plain step ends: at the block's last place, at the end of the room so far, or at once before the first value. */
  stop = -1;
  anchor = NaN;
  prefix = 0;

  constructor(period: number) {
    this.period = period;
    this.block = missingList(Math.min(period, 64));
  }

  /** The mean of the window that would end with `value`. */
  peek(value: number): number {
    if (this.at === this.period - 1) return this.#whole(value);
    const prefix = this.prefix + (value - this.anchor);
    return finite(this.anchor + (this.block[this.at + 1] + prefix) / this.period);
  }

  /** Takes `value` and returns the mean of the window that ends with it, NaN until there are `period` values. */
  update(value: number): number {
    const at = this.at;
    this.block[at] = value;
    // Times 1: what a call returns has no known type, see `Smoothing`.
    if (at >= this.stop) return this.#turn() * 1;
    this.at = at + 1;
    this.prefix += value - this.anchor;
    return finite(this.anchor + (this.block[at + 1] + this.prefix) / this.period);
  }

  #turn(): number {
    const { block, period, at } = this;
    const value = block[at];
    if (this.stop < 0 && value - value !== 0) return MISSING[0];
    if (at < period - 1) {
      if (this.stop >= 0) this.block = growList(block, period);
      this.stop = this.block.length - 1;
      this.at = at + 1;
      return MISSING[0];
    }
    const turned = this.#whole(value, block);
    this.stop = at;
    this.at = 0;
    this.anchor = value;
    this.prefix = 0;
    return turned;
  }

  /** The mean of the block that `anchor` completes; its suffix sums are kept in `into` when that is given. */
  #whole(anchor: number, into?: number[]): number {
    let sum = anchor - anchor;
    if (into) into[this.period - 1] = sum;
    for (let i = (this.period - 2) | 0; i >= 0; i--) {
      sum += this.block[i] - anchor;
      if (into) into[i] = sum;
    }
    return finite(anchor + sum / this.period);
  }
}
