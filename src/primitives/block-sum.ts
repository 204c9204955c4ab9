import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Writes the sum of the last `period` values divided by `divisor`: the period for a mean, 1 for a sum.
 *
 * Never subtracts. From the first finite value on, the column is divided into blocks of `period` values. A window consists of the
 * end of one block (a suffix sum) and the start of the next one (a prefix sum):
 * `out[i] = (suffix sum of the previous block + prefix sum of the current block) / divisor`.
 * So errors do not accumulate, a result depends only on its window, and the time per bar does not depend on the period.
 *
 * A value that is not finite counts as missing. Exactly the windows that contain it are NaN.
 */
export function blockSum(input: Column, period: number, divisor: number, out: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  out.fill(NaN, 0, Math.min(first + period - 1, length));
  // A period of 1 is copied, since blocks of one value would be slow.
  if (period === 1) {
    for (let i = first | 0; i < length; i++) out[i] = finite(0 + input[i]) / divisor;
    return;
  }
  const wholeEnd = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < wholeEnd; start += strip)
    sumBlocks(input, start, stripEnd(start, wholeEnd, strip), period, divisor, out);
  let prefix = 0;
  for (let i = wholeEnd | 0; i < length; i++) {
    prefix += input[i];
    out[i] = finite(out[i] + prefix) / divisor;
  }
}

/** Computes whole blocks from `start` up to but not including `end`, and stores what the next block needs. */
function sumBlocks(input: Column, start: number, end: number, period: number, divisor: number, out: Column): void {
  const length = input.length;
  for (let block = start | 0; block < end; block += period) {
    const last = (block + period - 1) | 0;
    let prefix = 0;
    let suffix = 0;
    let i = block | 0;
    let back = last;
    let slot = (last + period - 1) | 0;
    // `i` moves forward for the results of this block. `back` moves backward for suffix sums, each stored in the slot of `out` that the
    // next block adds to its prefix sum. Two steps per iteration take 10% less time than one.
    for (; i < last - 1; i += 2, back -= 2, slot -= 2) {
      prefix += input[i];
      suffix += input[back];
      out[i] = finite(out[i] + prefix) / divisor;
      if (slot < length) out[slot] = suffix;
      prefix += input[i + 1];
      suffix += input[back - 1];
      out[i + 1] = finite(out[i + 1] + prefix) / divisor;
      if (slot <= length) out[slot - 1] = suffix;
    }
    if (i < last) {
      prefix += input[i];
      suffix += input[back];
      out[i] = finite(out[i] + prefix) / divisor;
      if (slot < length) out[slot] = suffix;
    }
    out[last] = finite(prefix + input[last]) / divisor;
  }
}

/** Streaming form of `blockSum`, with bit-identical results. */
export class BlockSum {
  declare readonly period: number;
  /** Values of the current block before index `at`; from there on, suffix sums of the previous block. */
  declare block: Column;
  at = 0;
  prefix = 0;
  /** Index at which `update` calls `#reachStop`: the end of the block or of the allocated memory; -1 before the first value. */
  stop = -1;
  /** Result of the last call of `#reachStop`. Reading a field is faster than returning a number from a call. */
  sum = NaN;

  constructor(period: number) {
    this.period = period;
    this.block = missingColumn(Math.min(period, 64));
  }

  /** Returns the sum after `value`, without changing the state. */
  peek(value: number): number {
    const prefix = this.prefix + value;
    return finite(this.at === this.period - 1 ? prefix : this.block[this.at + 1] + prefix);
  }

  /** Adds a value and returns the sum of its window; NaN until there are `period` values. */
  update(value: number): number {
    const at = this.at;
    this.block[at] = value;
    if (at >= this.stop) {
      this.#reachStop();
      return this.sum;
    }
    this.at = at + 1;
    this.prefix += value;
    return finite(this.block[at + 1] + this.prefix);
  }

  #reachStop(): void {
    const { block, period, at } = this;
    const value = block[at];
    if (this.stop < 0 && value - value !== 0) return;
    if (at < period - 1) {
      if (this.stop >= 0) this.block = growColumn(block, period);
      this.stop = this.block.length - 1;
      this.at = at + 1;
      this.prefix += value;
      return;
    }
    this.sum = finite(this.prefix + value);
    let suffix = 0;
    for (let i = at; i >= 0; i--) {
      suffix += block[i];
      block[i] = suffix;
    }
    this.stop = at;
    this.at = 0;
    this.prefix = 0;
  }
}
