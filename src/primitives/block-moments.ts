import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { anchorAt, blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Writes the excess of each value (value minus the mean of the last `period` values) and the population variance of its window.
 *
 * Sums differences from an anchor and their squares, by blocks as in `blockSum`. The anchor is a value of the window: the last one of the
 * previous block, or of the block itself if the window is the whole block. So no digits are lost for large values, and a constant series
 * has a variance of exactly 0: `variance = squares / n - (sum / n)²`, never below 0.
 */
export function blockMoments(input: Column, period: number, excess: Column, variance: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  const full = Math.min(first + period - 1, length);
  excess.fill(NaN, 0, full);
  variance.fill(NaN, 0, full);
  const wholeEnd = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < wholeEnd; start += strip)
    momentsOfBlocks(
      input,
      start,
      stripEnd(start, wholeEnd, strip),
      period,
      anchorAt(input, first, start),
      excess,
      variance,
    );
  const anchor = anchorAt(input, first, wholeEnd);
  let sum = 0;
  let squares = 0;
  for (let i = wholeEnd | 0; i < length; i++) {
    const difference = input[i] - anchor;
    sum += difference;
    squares += difference * difference;
    const mean = (excess[i] + sum) / period;
    const spread = (variance[i] + squares) / period - mean * mean;
    excess[i] = finite(difference - mean);
    variance[i] = spread <= 0 ? 0 : spread;
  }
}

/** Computes whole blocks from `start` up to but not including `end`, and stores what the next block needs. */
function momentsOfBlocks(
  input: Column,
  start: number,
  end: number,
  period: number,
  firstAnchor: number,
  excess: Column,
  variance: Column,
): void {
  const length = input.length;
  let anchor = firstAnchor;
  for (let block = start | 0; block < end; block += period) {
    const last = (block + period - 1) | 0;
    const nextAnchor = input[last];
    let sum = 0;
    let squares = 0;
    let suffixSum = 0;
    let suffixSquares = 0;
    for (let i = block | 0, back = last, slot = (last + period - 1) | 0; i < last; i++, back--, slot--) {
      const difference = input[i] - anchor;
      const other = input[back] - nextAnchor;
      sum += difference;
      squares += difference * difference;
      suffixSum += other;
      suffixSquares += other * other;
      const mean = (excess[i] + sum) / period;
      const spread = (variance[i] + squares) / period - mean * mean;
      excess[i] = finite(difference - mean);
      variance[i] = spread <= 0 ? 0 : spread;
      if (slot < length) {
        excess[slot] = suffixSum;
        variance[slot] = suffixSquares;
      }
    }
    const other = input[block] - nextAnchor;
    const mean = (suffixSum + other) / period;
    const spread = (suffixSquares + other * other) / period - mean * mean;
    excess[last] = finite(0 - mean);
    variance[last] = spread <= 0 ? 0 : spread;
    anchor = nextAnchor;
  }
}

/** Moments of a window. */
export class Moments {
  /** Last value minus the mean of the window. */
  excess = NaN;
  /** Population variance of the window. */
  variance = NaN;
}

/** Streaming form of `blockMoments`, with bit-identical results. */
export class BlockMoments {
  declare readonly period: number;
  /** Values of the current block before index `at`; from there on, suffix sums of the previous block, and those of its squares. */
  declare block: Column;
  declare blockSquares: Column;
  at = 0;
  /** Index at which `update` calls `#reachStop`: the end of the block or of the allocated memory; -1 before the first value. */
  stop = -1;
  anchor = NaN;
  sum = 0;
  squares = 0;
  readonly moments = new Moments();

  constructor(period: number) {
    this.period = period;
    this.block = missingColumn(Math.min(period, 64));
    this.blockSquares = missingColumn(Math.min(period, 64));
  }

  /** Returns the moments after `value`, without changing the state. */
  peek(value: number): Moments {
    const at = this.at;
    const moments = new Moments();
    if (at === this.period - 1) return this.#computeBlock(value, moments);
    const difference = value - this.anchor;
    const sum = this.block[at + 1] + (this.sum + difference);
    const squares = this.blockSquares[at + 1] + (this.squares + difference * difference);
    return this.#setMoments(moments, difference, sum, squares);
  }

  /** Adds a value and returns the moments of its window. The returned object is reused. */
  update(value: number): Moments {
    const at = this.at;
    const difference = value - this.anchor;
    this.block[at] = value;
    if (at >= this.stop) {
      this.#reachStop();
      return this.moments;
    }
    this.at = at + 1;
    this.sum += difference;
    this.squares += difference * difference;
    const sum = this.block[at + 1] + this.sum;
    return this.#setMoments(this.moments, difference, sum, this.blockSquares[at + 1] + this.squares);
  }

  #reachStop(): void {
    const { block, period, at } = this;
    const value = block[at];
    if (this.stop < 0 && value - value !== 0) return;
    if (at < period - 1) {
      if (this.stop >= 0) {
        this.block = growColumn(block, period);
        this.blockSquares = growColumn(this.blockSquares, period);
      }
      this.stop = this.block.length - 1;
      this.at = at + 1;
      return;
    }
    this.#computeBlock(value, this.moments, this);
    this.stop = at;
    this.at = 0;
    this.anchor = value;
    this.sum = 0;
    this.squares = 0;
  }

  /** Computes the moments of the block that `anchor` completes. Writes its suffix sums into `store`, if given. */
  #computeBlock(anchor: number, into: Moments, store?: BlockMoments): Moments {
    let sum = anchor - anchor;
    let squares = sum;
    for (let i = (this.period - 1) | 0; i >= 0; i--) {
      const difference = i === this.period - 1 ? sum : this.block[i] - anchor;
      sum += difference;
      squares += difference * difference;
      if (store) {
        store.block[i] = sum;
        store.blockSquares[i] = squares;
      }
    }
    return this.#setMoments(into, 0, sum, squares);
  }

  #setMoments(into: Moments, difference: number, sum: number, squares: number): Moments {
    const mean = sum / this.period;
    const spread = squares / this.period - mean * mean;
    into.excess = finite(difference - mean);
    into.variance = spread <= 0 ? 0 : spread;
    return into;
  }
}
