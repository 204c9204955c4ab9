import { firstFinite, MISSING, missingList, growList, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { anchorAt, blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Writes the mean of the last `period` values.
 *
 * Sums differences from an anchor by blocks as in `blockSum`. The anchor is a value of the window: the last value of the previous block. So
 * only the small sum of differences is rounded, and the mean of a constant series is exact. The error of any mean is at most half a unit of
 * its last digit plus `period · (highest - lowest) · 2^-53`.
 *
 * A value that is not finite counts as missing. Exactly the windows that contain it are NaN.
 */
export function blockMean(input: Column, period: number, out: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  out.fill(NaN, 0, Math.min(first + period - 1, length));
  // A period of 1 is copied, since blocks of one value would be slow.
  if (period === 1) {
    for (let i = first | 0; i < length; i++) out[i] = finite(input[i]);
    return;
  }
  const wholeEnd = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < wholeEnd; start += strip)
    meanOfBlocks(input, start, stripEnd(start, wholeEnd, strip), period, anchorAt(input, first, start), out);
  const anchor = anchorAt(input, first, wholeEnd);
  let prefix = 0;
  for (let i = wholeEnd | 0; i < length; i++) {
    prefix += input[i] - anchor;
    out[i] = finite(anchor + (out[i] + prefix) / period);
  }
}

/** Computes whole blocks from `start` up to but not including `end`, and stores what the next block needs. */
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
    let slot = (last + period - 1) | 0;
    // `i` moves forward for the results of this block, and `back` moves backward for the sums that the next block needs.
    for (; i < last - 1; i += 2, back -= 2, slot -= 2) {
      prefix += input[i] - anchor;
      suffix += input[back] - nextAnchor;
      out[i] = finite(anchor + (out[i] + prefix) / period);
      if (slot < length) out[slot] = suffix;
      prefix += input[i + 1] - anchor;
      suffix += input[back - 1] - nextAnchor;
      out[i + 1] = finite(anchor + (out[i + 1] + prefix) / period);
      if (slot <= length) out[slot - 1] = suffix;
    }
    if (i < last) {
      prefix += input[i] - anchor;
      suffix += input[back] - nextAnchor;
      out[i] = finite(anchor + (out[i] + prefix) / period);
      if (slot < length) out[slot] = suffix;
    }
    out[last] = finite(nextAnchor + (suffix + (input[block] - nextAnchor)) / period);
    anchor = nextAnchor;
  }
}

/** Streaming form of `blockMean`, with bit-identical results. */
export class BlockMean {
  declare readonly period: number;
  /** Values of the current block before index `at`; from there on, suffix sums of the previous block. */
  declare block: number[];
  at = 0;
  /** Index at which `update` calls `#reachStop`: the end of the block or of the allocated memory; -1 before the first value. */
  stop = -1;
  anchor = NaN;
  prefix = 0;

  constructor(period: number) {
    this.period = period;
    this.block = missingList(Math.min(period, 64));
  }

  /** Returns the mean after `value`, without changing the state. */
  peek(value: number): number {
    if (this.at === this.period - 1) return this.#computeBlock(value);
    const prefix = this.prefix + (value - this.anchor);
    return finite(this.anchor + (this.block[this.at + 1] + prefix) / this.period);
  }

  /** Adds a value and returns the mean of its window; NaN until there are `period` values. */
  update(value: number): number {
    const at = this.at;
    this.block[at] = value;
    // The multiplication by 1 tells V8 that the result of the call is a number. Without it, V8 would box every mean.
    if (at >= this.stop) return this.#reachStop() * 1;
    this.at = at + 1;
    this.prefix += value - this.anchor;
    return finite(this.anchor + (this.block[at + 1] + this.prefix) / this.period);
  }

  #reachStop(): number {
    const { block, period, at } = this;
    const value = block[at];
    if (this.stop < 0 && value - value !== 0) return MISSING[0];
    if (at < period - 1) {
      if (this.stop >= 0) this.block = growList(block, period);
      this.stop = this.block.length - 1;
      this.at = at + 1;
      return MISSING[0];
    }
    const result = this.#computeBlock(value, block);
    this.stop = at;
    this.at = 0;
    this.anchor = value;
    this.prefix = 0;
    return result;
  }

  /** Returns the mean of the block that `anchor` completes; writes its suffix sums into `into`, if given. */
  #computeBlock(anchor: number, into?: number[]): number {
    let sum = anchor - anchor;
    if (into) into[this.period - 1] = sum;
    for (let i = (this.period - 2) | 0; i >= 0; i--) {
      sum += this.block[i] - anchor;
      if (into) into[i] = sum;
    }
    return finite(anchor + sum / this.period);
  }
}
