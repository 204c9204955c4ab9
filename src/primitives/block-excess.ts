import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { anchorAt, blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Writes the excess of each value: value minus the mean of the last `period` values. Bit-identical to the excess of `blockMoments`, but
 * without computing a variance.
 *
 * Sums differences from an anchor, by blocks as in `blockSum`. The anchor is a value of the window, the last one of the previous block. So
 * no digits are lost for large values, and a constant series has an excess of exactly 0.
 */
export function blockExcess(input: Column, period: number, out: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  out.fill(NaN, 0, Math.min(first + period - 1, length));
  const wholeEnd = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < wholeEnd; start += strip)
    excessOfBlocks(input, start, stripEnd(start, wholeEnd, strip), period, anchorAt(input, first, start), out);
  const anchor = anchorAt(input, first, wholeEnd);
  let sum = 0;
  for (let i = wholeEnd | 0; i < length; i++) {
    const difference = input[i] - anchor;
    sum += difference;
    out[i] = finite(difference - (out[i] + sum) / period);
  }
}

/** Computes whole blocks from `start` up to but not including `end`, and stores what the next block needs. */
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
    for (let i = block | 0, back = last, slot = (last + period - 1) | 0; i < last; i++, back--, slot--) {
      const difference = input[i] - anchor;
      sum += difference;
      suffix += input[back] - nextAnchor;
      out[i] = finite(difference - (out[i] + sum) / period);
      if (slot < length) out[slot] = suffix;
    }
    out[last] = finite(0 - (suffix + (input[block] - nextAnchor)) / period);
    anchor = nextAnchor;
  }
}

/** Streaming form of `blockExcess`, with bit-identical results. */
export class BlockExcess {
  declare readonly period: number;
  /** Values of the current block before index `at`; from there on, suffix sums of the previous block. */
  declare block: Column;
  at = 0;
  /** Index at which `update` calls `#reachStop`: the end of the block or of the allocated memory; -1 before the first value. */
  stop = -1;
  anchor = NaN;
  sum = 0;
  /** Result of the last call of `#reachStop`. Reading a field is faster than returning a number from a call. */
  last = NaN;

  constructor(period: number) {
    this.period = period;
    this.block = missingColumn(Math.min(period, 64));
  }

  /** Returns the excess of `value`, without changing the state. */
  peek(value: number): number {
    if (this.at === this.period - 1) return this.#computeBlock(value);
    const difference = value - this.anchor;
    return finite(difference - (this.block[this.at + 1] + (this.sum + difference)) / this.period);
  }

  /** Adds a value and returns its excess; NaN until there are `period` values. */
  update(value: number): number {
    const at = this.at;
    const difference = value - this.anchor;
    this.block[at] = value;
    if (at >= this.stop) {
      this.#reachStop();
      return this.last;
    }
    this.at = at + 1;
    this.sum += difference;
    return finite(difference - (this.block[at + 1] + this.sum) / this.period);
  }

  #reachStop(): void {
    const { block, period, at } = this;
    const value = block[at];
    if (this.stop < 0 && value - value !== 0) return;
    if (at < period - 1) {
      if (this.stop >= 0) this.block = growColumn(block, period);
      this.stop = this.block.length - 1;
      this.at = at + 1;
      return;
    }
    this.last = this.#computeBlock(value, block);
    this.stop = at;
    this.at = 0;
    this.anchor = value;
    this.sum = 0;
  }

  /** Returns the excess for the block that `anchor` completes; writes its suffix sums into `into`, if given. */
  #computeBlock(anchor: number, into?: Column): number {
    let sum = anchor - anchor;
    if (into) into[this.period - 1] = sum;
    for (let i = (this.period - 2) | 0; i >= 0; i--) {
      sum += this.block[i] - anchor;
      if (into) into[i] = sum;
    }
    return finite(0 - sum / this.period);
  }
}
