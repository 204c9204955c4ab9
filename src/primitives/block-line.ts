import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { anchorAt, blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Writes the least-squares line through the last `period` values, at least 2: the excess of each value (value minus the mean of its window)
 * and the slope per bar. The line passes through the mean at the middle of the window.
 *
 * Uses sums and weighted sums as in `blockWeightedSum`, of differences from an anchor as in `blockMoments`. So no digits are lost for large
 * values, and a constant series has a slope of exactly 0:
 * `slope = (sum of k * d[k] - (n + 1) / 2 * sum of d) / (n * (n² - 1) / 12)`, with k from 1 for the oldest to n.
 */
export function blockLine(input: Column, period: number, excess: Column, slope: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  const full = Math.min(first + period - 1, length);
  excess.fill(NaN, 0, full);
  slope.fill(NaN, 0, full);
  const wholeEnd = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < wholeEnd; start += strip)
    linesOfBlocks(input, start, stripEnd(start, wholeEnd, strip), period, anchorAt(input, first, start), excess, slope);
  const middle = (period + 1) / 2;
  const spread = spreadOf(period);
  const anchor = anchorAt(input, first, wholeEnd);
  let sum = 0;
  let ranked = 0;
  for (let i = wholeEnd | 0, rank = 1; i < length; i++, rank++) {
    const difference = input[i] - anchor;
    sum += difference;
    ranked += rank * difference;
    const total = excess[i] + sum;
    slope[i] = finite((slope[i] + (ranked + (period - rank) * sum) - middle * total) / spread);
    excess[i] = finite(difference - total / period);
  }
}

/** Returns the sum of the squared distances of 1 to `period` from their mean. */
function spreadOf(period: number): number {
  return (period * (period * period - 1)) / 12;
}

/** Computes whole blocks from `start` up to but not including `end`, and stores what the next block needs. */
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
      let i = block | 0, back = last, slot = (last + period - 1) | 0, rank = 1;
      i < last;
      i++, back--, slot--, rank++
    ) {
      const difference = input[i] - anchor;
      sum += difference;
      ranked += rank * difference;
      suffix += input[back] - nextAnchor;
      suffixRanked += suffix;
      const total = excess[i] + sum;
      slope[i] = finite((slope[i] + (ranked + (period - rank) * sum) - middle * total) / spread);
      excess[i] = finite(difference - total / period);
      if (slot < length) {
        excess[slot] = suffix;
        slope[slot] = suffixRanked;
      }
    }
    suffix += input[block] - nextAnchor;
    suffixRanked += suffix;
    slope[last] = finite((suffixRanked - middle * suffix) / spread);
    excess[last] = finite(0 - suffix / period);
    anchor = nextAnchor;
  }
}

/** Least-squares line of a window. */
export class Line {
  /** Last value minus the mean of the window. */
  excess = NaN;
  /** Slope per bar. */
  slope = NaN;
}

/** Streaming form of `blockLine`, with bit-identical results. */
export class BlockLine {
  declare readonly period: number;
  declare readonly middle: number;
  declare readonly spread: number;
  /** Values of the current block before index `at`; from there on, suffix sums and weighted suffix sums of the previous block. */
  declare block: Column;
  declare blockRanked: Column;
  at = 0;
  /** Index at which `update` calls `#reachStop`: the end of the block or of the allocated memory; -1 before the first value. */
  stop = -1;
  anchor = NaN;
  sum = 0;
  ranked = 0;
  /** Excess and slope of the last window. */
  excess = NaN;
  slope = NaN;

  constructor(period: number) {
    this.period = period;
    this.middle = (period + 1) / 2;
    this.spread = spreadOf(period);
    this.block = missingColumn(Math.min(period, 64));
    this.blockRanked = missingColumn(Math.min(period, 64));
  }

  /** Returns the line after `value`, without changing the state. */
  peek(value: number): Line {
    const rank = this.at + 1;
    const difference = value - this.anchor;
    const sum = this.sum + difference;
    const ranked = this.ranked + rank * difference + (this.period - rank) * sum;
    const line = new Line();
    if (rank === this.period) this.#computeBlock(value, line);
    else this.#write(line, difference, this.block[rank] + sum, this.blockRanked[rank] + ranked);
    return line;
  }

  /** Adds a value and sets `slope` and `excess`; NaN until there are `period` values. */
  update(value: number): void {
    const at = this.at;
    const difference = value - this.anchor;
    this.block[at] = value;
    if (at >= this.stop) {
      this.#reachStop();
      return;
    }
    const rank = at + 1;
    this.at = rank;
    this.sum += difference;
    this.ranked += rank * difference;
    const ranked = this.ranked + (this.period - rank) * this.sum;
    this.#write(this, difference, this.block[rank] + this.sum, this.blockRanked[rank] + ranked);
  }

  #reachStop(): void {
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
    this.#computeBlock(value, this, this);
    this.stop = at;
    this.at = 0;
    this.anchor = value;
    this.sum = 0;
    this.ranked = 0;
  }

  /** Computes the line through the block that `anchor` completes. Writes its suffix sums into `store`, if given. */
  #computeBlock(anchor: number, into: Line, store?: BlockLine): void {
    let sum = 0;
    let ranked = 0;
    for (let i = (this.period - 1) | 0; i >= 0; i--) {
      sum += (i === this.period - 1 ? anchor : this.block[i]) - anchor;
      ranked += sum;
      if (store) {
        store.block[i] = sum;
        store.blockRanked[i] = ranked;
      }
    }
    this.#write(into, 0, sum, ranked);
  }

  #write(into: Line, difference: number, sum: number, ranked: number): void {
    into.slope = finite((ranked - this.middle * sum) / this.spread);
    into.excess = finite(difference - sum / this.period);
  }
}
