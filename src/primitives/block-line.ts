import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { anchorAt, blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** A constant of this module is built into its loops, see `finite`. */
const finite = finiteOf;

/**
 * The straight line through the last `period` values, at least 2, that is nearest to them (least squares): how far each value
 * lies above the mean of its window, through whose middle the line goes, and the slope of the line a bar.
 *
 * Sums and weighted sums as in `blockWeightedSum`, of differences from an anchor as in `blockMoments`: a value of the window
 * itself. So a slope on a high level loses no digits, and a constant series has a slope of exactly 0:
 * `slope = (sum of k * d[k] - (n + 1) / 2 * sum of d) / (n * (n² - 1) / 12)`, with k from 1 for the oldest to n.
 */
export function blockLine(input: Column, period: number, excess: Column, slope: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  const full = Math.min(first + period - 1, length);
  excess.fill(NaN, 0, full);
  slope.fill(NaN, 0, full);
  const whole = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < whole; start += strip)
    linesOfBlocks(input, start, stripEnd(start, whole, strip), period, anchorAt(input, first, start), excess, slope);
  const middle = (period + 1) / 2;
  const spread = spreadOf(period);
  const anchor = anchorAt(input, first, whole);
  let sum = 0;
  let ranked = 0;
  for (let i = whole | 0, rank = 1; i < length; i++, rank++) {
    const difference = input[i] - anchor;
    sum += difference;
    ranked += rank * difference;
    const total = excess[i] + sum;
    slope[i] = finite((slope[i] + (ranked + (period - rank) * sum) - middle * total) / spread);
    excess[i] = finite(difference - total / period);
  }
}

/** Sum of the squared distances of the places 1 to `period` from their middle. */
function spreadOf(period: number): number {
  return (period * (period * period - 1)) / 12;
}

/** Whole blocks from `start` to before `end`; of the next block only what it needs of them. */
function linesOfBlocks(
  input: Column,
  start: number,
  end: number,
  period: number,
  firstAnchor: number,
  excess: Column,
  slope: Column,
): void {
  const length = input.length;
  const middle = (period + 1) / 2;
  const spread = spreadOf(period);
  let anchor = firstAnchor;
  for (let block = start | 0; block < end; block += period) {
    const last = (block + period - 1) | 0;
    const nextAnchor = input[last];
    let sum = 0;
    let ranked = 0;
    let suffix = 0;
    let suffixRanked = 0;
    for (
      let i = block | 0, back = last, park = (last + period - 1) | 0, rank = 1;
      i < last;
      i++, back--, park--, rank++
    ) {
      const difference = input[i] - anchor;
      sum += difference;
      ranked += rank * difference;
      suffix += input[back] - nextAnchor;
      suffixRanked += suffix;
      const total = excess[i] + sum;
      slope[i] = finite((slope[i] + (ranked + (period - rank) * sum) - middle * total) / spread);
      excess[i] = finite(difference - total / period);
      if (park < length) {
        excess[park] = suffix;
        slope[park] = suffixRanked;
      }
    }
    suffix += input[block] - nextAnchor;
    suffixRanked += suffix;
    slope[last] = finite((suffixRanked - middle * suffix) / spread);
    excess[last] = finite(0 - suffix / period);
    anchor = nextAnchor;
  }
}

/** The line through a window, seen from its last value. */
export class Line {
  /** The value less the mean of its window. */
  excess = NaN;
  /** What the line rises by a bar. */
  slope = NaN;
}

/** The same line fed value by value: the same blocks and anchors, so the same bits. */
export class BlockLine {
  declare readonly period: number;
  declare readonly middle: number;
  declare readonly spread: number;
  /** Left of `at` the values of the block at hand, from there on the sums of the end of the block before; likewise ranked. */
  declare block: Column;
  declare blockRanked: Column;
  at = 0;
  /** Where the plain step ends: at the block's last place, at the end of the room so far, or at once before the first value. */
  stop = -1;
  anchor = NaN;
  sum = 0;
  ranked = 0;
  /** Of the last window: how far its last value lies above its mean, and the slope of its line. */
  excess = NaN;
  slope = NaN;

  constructor(period: number) {
    this.period = period;
    this.middle = (period + 1) / 2;
    this.spread = spreadOf(period);
    this.block = missingColumn(Math.min(period, 64));
    this.blockRanked = missingColumn(Math.min(period, 64));
  }

  /** The line through the window that would end with `value`. */
  peek(value: number): Line {
    const rank = this.at + 1;
    const difference = value - this.anchor;
    const sum = this.sum + difference;
    const ranked = this.ranked + rank * difference + (this.period - rank) * sum;
    const line = new Line();
    if (rank === this.period) this.#whole(value, line);
    else this.#write(line, difference, this.block[rank] + sum, this.blockRanked[rank] + ranked);
    return line;
  }

  /** Takes `value`: `slope` and `excess` are those of the window that ends with it, NaN until there are `period` values. */
  update(value: number): void {
    const at = this.at;
    const difference = value - this.anchor;
    this.block[at] = value;
    if (at >= this.stop) {
      this.#turn();
      return;
    }
    const rank = at + 1;
    this.at = rank;
    this.sum += difference;
    this.ranked += rank * difference;
    const ranked = this.ranked + (this.period - rank) * this.sum;
    this.#write(this, difference, this.block[rank] + this.sum, this.blockRanked[rank] + ranked);
  }

  #turn(): void {
    const { block, period, at } = this;
    const value = block[at];
    if (this.stop < 0 && value - value !== 0) return;
    if (at < period - 1) {
      if (this.stop >= 0) {
        this.block = growColumn(block, period);
        this.blockRanked = growColumn(this.blockRanked, period);
      }
      this.stop = this.block.length - 1;
      this.at = at + 1;
      return;
    }
    this.#whole(value, this, this);
    this.stop = at;
    this.at = 0;
    this.anchor = value;
    this.sum = 0;
    this.ranked = 0;
  }

  /** The line through the block that `anchor` completes; its suffix sums replace the values when there is a `keeper` of them. */
  #whole(anchor: number, into: Line, keeper?: BlockLine): void {
    let sum = 0;
    let ranked = 0;
    for (let i = (this.period - 1) | 0; i >= 0; i--) {
      sum += (i === this.period - 1 ? anchor : this.block[i]) - anchor;
      ranked += sum;
      if (keeper) {
        keeper.block[i] = sum;
        keeper.blockRanked[i] = ranked;
      }
    }
    this.#write(into, 0, sum, ranked);
  }

  #write(into: Line, difference: number, sum: number, ranked: number): void {
    into.slope = finite((ranked - this.middle * sum) / this.spread);
    into.excess = finite(difference - sum / this.period);
  }
}
