import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** A constant of this module is built into its loops, see `finite`. */
const finite = finiteOf;

/** Read from memory, so that ranks are doubles from the first one on: a whole number is turned into one for each product. */
const ONE = /* @__PURE__ */ Float64Array.of(1);

/**
 * Sum of the last `period` values with weights that fall by one a bar, `period` for the newest and 1 for the oldest, divided by
 * `divisor`: the sum of the weights for a weighted mean, 1 for the plain sum.
 *
 * By blocks as in `blockSum`, and nothing is ever subtracted. The end of the block before has the weights 1, 2, 3, … whatever
 * comes after it. The start of this block, up to its j-th value, has the weights 1, 2, … j and on top of each as many as there
 * are values before this block in the window:
 * `out[i] = (ranked sum of the end of the block before + ranked sum of this block + (period - j) * sum of this block) / divisor`.
 */
export function blockWeightedSum(input: Column, period: number, divisor: number, out: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  out.fill(NaN, 0, Math.min(first + period - 1, length));
  // A window of one value is that value; blocks of one would be slow.
  if (period === 1) {
    for (let i = first | 0; i < length; i++) out[i] = finite(0 + input[i]) / divisor;
    return;
  }
  const whole = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < whole; start += strip)
    weighBlocks(input, start, stripEnd(start, whole, strip), period, divisor, out);
  let sum = 0;
  let ranked = 0;
  for (let i = whole | 0, rank = 1; i < length; i++, rank++) {
    sum += input[i];
    ranked += rank * input[i];
    out[i] = finite(out[i] + (ranked + (period - rank) * sum)) / divisor;
  }
}

/** The weights of a window of `period` values, all together. */
export function sumOfWeights(period: number): number {
  return (period * (period + 1)) / 2;
}

/** Whole blocks from `start` to before `end`; of the next block only what it needs of them. */
function weighBlocks(input: Column, start: number, end: number, period: number, divisor: number, out: Column): void {
  const length = input.length;
  for (let block = start | 0; block < end; block += period) {
    const last = (block + period - 1) | 0;
    let sum = 0;
    let ranked = 0;
    let suffix = 0;
    let suffixRanked = 0;
    let rank = ONE[0];
    // Two steps a turn, see `blockExtremes`.
    for (let i = block | 0, back = last, park = (last + period - 1) | 0; i < last; i += 2, back -= 2, park -= 2) {
      const value = input[i];
      sum += value;
      ranked += rank * value;
      suffix += input[back];
      suffixRanked += suffix;
      out[i] = finite(out[i] + (ranked + (period - rank) * sum)) / divisor;
      if (park < length) out[park] = suffixRanked;
      if (i === last - 1) break;
      rank += 1;
      const next = input[i + 1];
      sum += next;
      ranked += rank * next;
      suffix += input[back - 1];
      suffixRanked += suffix;
      out[i + 1] = finite(out[i + 1] + (ranked + (period - rank) * sum)) / divisor;
      if (park <= length) out[park - 1] = suffixRanked;
      rank += 1;
    }
    out[last] = finite(ranked + period * input[last]) / divisor;
  }
}

/** The same sum fed value by value: the same blocks, so the same bits. */
export class BlockWeightedSum {
  declare readonly period: number;
  /** Left of `at` the values of the block at hand, from there on the ranked sums of the end of the block before. */
  declare block: Column;
  at = 0;
  sum = 0;
  ranked = 0;
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
    const rank = this.at + 1;
    const ranked = this.ranked + rank * value;
    if (rank === this.period) return finite(ranked);
    return finite(this.block[rank] + (ranked + (this.period - rank) * (this.sum + value)));
  }

  /** Takes `value` and returns the weighted sum over the window that ends with it, NaN until there are `period` values. */
  update(value: number): number {
    const at = this.at;
    this.block[at] = value;
    if (at >= this.stop) {
      this.#turn();
      return this.turned;
    }
    const rank = at + 1;
    this.at = rank;
    this.sum += value;
    this.ranked += rank * value;
    return finite(this.block[rank] + (this.ranked + (this.period - rank) * this.sum));
  }

  #turn(): void {
    const { block, period, at } = this;
    const value = block[at];
    if (this.stop < 0 && value - value !== 0) return;
    if (at < period - 1) {
      if (this.stop >= 0) this.block = growColumn(block, period);
      this.stop = this.block.length - 1;
      this.at = at + 1;
      this.sum += value;
      this.ranked += this.at * value;
      return;
    }
    this.turned = finite(this.ranked + period * value);
    let suffix = 0;
    let suffixRanked = 0;
    for (let i = at; i >= 0; i--) {
      suffix += block[i];
      suffixRanked += suffix;
      block[i] = suffixRanked;
    }
    this.stop = at;
    this.at = 0;
    this.sum = 0;
    this.ranked = 0;
  }
}
