import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { comomentsOfBlock, Suffixes } from "./comoment-suffixes.ts";
import { finite as finiteOf } from "./numbers.ts";
import { Comoments, writeComoments } from "./window-comoments.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Writes the population variances of two series over the last `period` bars, and their covariance. A bar that is missing in one series is
 * missing in both.
 *
 * Sums differences from an anchor, their squares and their products, by blocks as in `blockMoments`. The anchor is the last bar of the
 * previous block, or of the block itself if the window is the whole block. So the variance is exactly 0 for windows in which a series does
 * not move, and only for those. The covariance is then exactly 0 too.
 */
export function blockComoments(
  source: Column,
  other: Column,
  period: number,
  sourceVariance: Column,
  otherVariance: Column,
  covariance: Column,
): void {
  const length = source.length;
  const first = firstFinite([source, other]);
  const head = Math.min(first + period - 1, length);
  sourceVariance.fill(NaN, 0, head);
  otherVariance.fill(NaN, 0, head);
  covariance.fill(NaN, 0, head);
  if (head === length) return;
  const outs: Outs = { sourceVariance, otherVariance, covariance };
  const suffixes = new Suffixes(period);
  const moments = new Comoments();
  for (let block = first | 0; block < length; block += period) {
    const last = (block + period - 1) | 0;
    // Windows that end in the first block are not full, so they have no result.
    if (block > first) {
      const anchors: Anchors = { source: source[block - 1], other: other[block - 1] };
      forward(source, other, block, last < length ? last : length, period, anchors, suffixes, outs);
    }
    if (last >= length) break;
    comomentsOfBlock(source, other, block, last, suffixes, moments);
    sourceVariance[last] = moments.sourceVariance;
    otherVariance[last] = moments.otherVariance;
    covariance[last] = moments.covariance;
  }
}

type Outs = { sourceVariance: Column; otherVariance: Column; covariance: Column };
type Anchors = { source: number; other: number };

/** Computes the windows that end in a block, except the one that equals the block. */
function forward(
  source: Column,
  other: Column,
  block: number,
  end: number,
  period: number,
  anchors: Anchors,
  suffixes: Suffixes,
  outs: Outs,
): void {
  const { sourceVariance, otherVariance, covariance } = outs;
  const sourceAnchor = anchors.source;
  const otherAnchor = anchors.other;
  const sourceEnd = suffixes.source;
  const otherEnd = suffixes.other;
  const sourceSquaresEnd = suffixes.sourceSquares;
  const otherSquaresEnd = suffixes.otherSquares;
  const productsEnd = suffixes.products;
  let sum = 0;
  let otherSum = 0;
  let squares = 0;
  let otherSquares = 0;
  let products = 0;
  for (let i = block | 0, j = 1; i < end; i++, j++) {
    const x = source[i];
    const y = other[i];
    const difference = x - sourceAnchor + (y - y);
    const otherDifference = y - otherAnchor + (x - x);
    sum += difference;
    otherSum += otherDifference;
    squares += difference * difference;
    otherSquares += otherDifference * otherDifference;
    products += difference * otherDifference;
    const mean = (sourceEnd[j] + sum) / period;
    const otherMean = (otherEnd[j] + otherSum) / period;
    const spread = (sourceSquaresEnd[j] + squares) / period - mean * mean;
    const otherSpread = (otherSquaresEnd[j] + otherSquares) / period - otherMean * otherMean;
    sourceVariance[i] = spread <= 0 ? 0 : spread;
    otherVariance[i] = otherSpread <= 0 ? 0 : otherSpread;
    covariance[i] = finite((productsEnd[j] + products) / period - mean * otherMean);
  }
}

/** Streaming form of `blockComoments`, with bit-identical results. */
export class BlockComoments {
  declare readonly period: number;
  /** Values of the current block, and suffix sums of the previous block. */
  declare source: Column;
  declare other: Column;
  declare readonly suffixes: Suffixes;
  at = 0;
  /** Index at which `update` calls `#reachStop`: the end of the block or of the allocated memory; -1 before the first value. */
  stop = -1;
  sourceAnchor = NaN;
  otherAnchor = NaN;
  sum = 0;
  otherSum = 0;
  squares = 0;
  otherSquares = 0;
  products = 0;
  readonly moments = new Comoments();

  constructor(period: number) {
    const room = Math.min(period, 64);
    this.period = period;
    this.source = missingColumn(room);
    this.other = missingColumn(room);
    this.suffixes = new Suffixes(room);
  }

  /** Returns the moments after a bar, without changing the state. */
  peek(source: number, other: number): Comoments {
    const { at, suffixes } = this;
    const moments = new Comoments();
    if (at === this.period - 1) {
      this.source[at] = source;
      this.other[at] = other;
      comomentsOfBlock(this.source, this.other, 0, at, new Suffixes(this.period), moments);
      return moments;
    }
    const difference = source - this.sourceAnchor + (other - other);
    const otherDifference = other - this.otherAnchor + (source - source);
    return writeComoments(
      moments,
      this.period,
      suffixes.source[at + 1] + (this.sum + difference),
      suffixes.other[at + 1] + (this.otherSum + otherDifference),
      suffixes.sourceSquares[at + 1] + (this.squares + difference * difference),
      suffixes.otherSquares[at + 1] + (this.otherSquares + otherDifference * otherDifference),
      suffixes.products[at + 1] + (this.products + difference * otherDifference),
    );
  }

  /** Adds a bar and returns the moments of its window. The returned object is reused. */
  update(source: number, other: number): Comoments {
    const { at, suffixes } = this;
    this.source[at] = source;
    this.other[at] = other;
    if (at >= this.stop) {
      this.#reachStop();
      return this.moments;
    }
    const difference = source - this.sourceAnchor + (other - other);
    const otherDifference = other - this.otherAnchor + (source - source);
    this.at = at + 1;
    this.sum += difference;
    this.otherSum += otherDifference;
    this.squares += difference * difference;
    this.otherSquares += otherDifference * otherDifference;
    this.products += difference * otherDifference;
    return writeComoments(
      this.moments,
      this.period,
      suffixes.source[at + 1] + this.sum,
      suffixes.other[at + 1] + this.otherSum,
      suffixes.sourceSquares[at + 1] + this.squares,
      suffixes.otherSquares[at + 1] + this.otherSquares,
      suffixes.products[at + 1] + this.products,
    );
  }

  #reachStop(): void {
    const { period, at } = this;
    const source = this.source[at];
    const other = this.other[at];
    const missing = source - source + (other - other);
    if (this.stop < 0 && missing !== 0) return;
    if (at < period - 1) {
      if (this.stop >= 0) {
        this.source = growColumn(this.source, period);
        this.other = growColumn(this.other, period);
        this.suffixes.grow(period);
      }
      this.stop = this.source.length - 1;
      this.at = at + 1;
      return;
    }
    comomentsOfBlock(this.source, this.other, 0, at, this.suffixes, this.moments);
    this.stop = at;
    this.at = 0;
    this.sourceAnchor = source;
    this.otherAnchor = other;
    this.sum = 0;
    this.otherSum = 0;
    this.squares = 0;
    this.otherSquares = 0;
    this.products = 0;
  }
}
