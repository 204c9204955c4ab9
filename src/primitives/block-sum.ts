import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** A constant of this module is built into its loops, see `finite`. */
const finite = finiteOf;

/**
 * Sum of the last `period` values, divided by `divisor`: the period for a mean, 1 for the plain sum.
 *
 * Nothing is ever subtracted. From the first finite value on, the column is cut into blocks of `period` values; a window
 * that ends inside a block is the end of the block before (a suffix sum) and the start of this one (a prefix sum). So no
 * error builds up, a value depends on its window alone, and a bar costs the same for every period.
 *
 * A value that is not finite counts as missing: every window that holds it is NaN, and no other one.
 *
 * The plain reading, of which this is the fast form:
 * `out[i] = (sum of the block before, from the window's start, + sum of this block up to i) / divisor`.
 */
export function blockSum(input: Column, period: number, divisor: number, out: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  out.fill(NaN, 0, Math.min(first + period - 1, length));
  // A window of one value is a sum of one value; blocks of one would be slow.
  if (period === 1) {
    for (let i = first | 0; i < length; i++) out[i] = finite(0 + input[i]) / divisor;
    return;
  }
  const whole = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < whole; start += strip)
    sumBlocks(input, start, stripEnd(start, whole, strip), period, divisor, out);
  let prefix = 0;
  for (let i = whole | 0; i < length; i++) {
    prefix += input[i];
    out[i] = finite(out[i] + prefix) / divisor;
  }
}

/** Whole blocks from `start` to before `end`; of the next block only what it needs of them. */
function sumBlocks(input: Column, start: number, end: number, period: number, divisor: number, out: Column): void {
  const length = input.length;
  for (let block = start | 0; block < end; block += period) {
    const last = (block + period - 1) | 0;
    let prefix = 0;
    let suffix = 0;
    let i = block | 0;
    let back = last;
    let park = (last + period - 1) | 0;
    // Forward through the block for its own values, backward for what the next block needs: each suffix sum is parked in
    // the very slot of `out` that will add it to its prefix. Two steps a turn take a tenth less time than one.
    for (; i < last - 1; i += 2, back -= 2, park -= 2) {
      prefix += input[i];
      suffix += input[back];
      out[i] = finite(out[i] + prefix) / divisor;
      if (park < length) out[park] = suffix;
      prefix += input[i + 1];
      suffix += input[back - 1];
      out[i + 1] = finite(out[i + 1] + prefix) / divisor;
      if (park <= length) out[park - 1] = suffix;
    }
    if (i < last) {
      prefix += input[i];
      suffix += input[back];
      out[i] = finite(out[i] + prefix) / divisor;
      if (park < length) out[park] = suffix;
    }
    out[last] = finite(prefix + input[last]) / divisor;
  }
}

/** The same sum fed value by value: the same blocks, so the same bits. */
export class BlockSum {
  declare readonly period: number;
  /** Left of `at` the values of the block at hand, from there on the suffix sums of the block before. */
  declare block: Column;
  at = 0;
  prefix = 0;
  /** Where the plain step ends: at the block's last place, at the end of the room so far, or at once before the first value. */
  stop = -1;
  /** What the last step at a stop gave: a number read from a field costs less than one returned by a call. */
  turned = NaN;

  constructor(period: number) {
    this.period = period;
    this.block = missingColumn(Math.min(period, 64));
  }

  /** The sum over the window that would end with `value`. */
  peek(value: number): number {
    const prefix = this.prefix + value;
    return finite(this.at === this.period - 1 ? prefix : this.block[this.at + 1] + prefix);
  }

  /** Takes `value` and returns the sum over the window that ends with it, NaN until there are `period` values. */
  update(value: number): number {
    const at = this.at;
    this.block[at] = value;
    if (at >= this.stop) {
      this.#turn();
      return this.turned;
    }
    this.at = at + 1;
    this.prefix += value;
    return finite(this.block[at + 1] + this.prefix);
  }

  #turn(): void {
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
    this.turned = finite(this.prefix + value);
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
