import { missingColumn, growColumn, type Column } from "./column.ts";

// V8 inlines local constants and short methods into the loops of indicators.
const max = Math.max;
const min = Math.min;

/** Scratch memory to select one of two numbers without a branch. */
const pick = new Float64Array(4);

/**
 * Streaming form of `blockExtremes`, with bit-identical results: highest and lowest of the last `period` bars. A bar with a missing number is
 * missing. Computing both together takes half the time of computing each separately.
 */
export class BlockRange {
  declare readonly period: number;
  /**
   * Two numbers per bar, upper and lower. The first two are the extremes of the current block, so that a new extreme is selected by its
   * index. Then follow the bars of the current block before `at`; from there on, the suffix extremes of the previous block.
   */
  declare block: Column;
  at = 2;
  /** Index at which `update` calls `#reachStop`: the end of the block or of the allocated memory; -1 before the first bar. */
  stop = -1;
  /** 0, or NaN if a bar of the current block is missing. */
  gap = 0;
  /** Extremes of the window that ends with the last bar; NaN until there are `period` bars. */
  highest = NaN;
  lowest = NaN;

  constructor(period: number) {
    this.period = period;
    this.block = missingColumn(2 * min(period, 63) + 2);
    this.#begin();
  }

  /** Returns the highest after a bar, without changing the state. */
  peekHighest(upper: number, lower: number): number {
    const { at, block } = this;
    const high = max(block[0], upper) + this.gap + (upper - lower) * 0;
    return at === 2 * this.period ? high : max(block[at + 2], high);
  }

  /** Returns the lowest after a bar, without changing the state. */
  peekLowest(upper: number, lower: number): number {
    const { at, block } = this;
    const low = min(block[1], lower) + this.gap + (upper - lower) * 0;
    return at === 2 * this.period ? low : min(block[at + 3], low);
  }

  /** Adds a bar and sets `highest` and `lowest`. */
  update(upper: number, lower: number): void {
    const { at, block } = this;
    const span = upper - lower;
    const none = span - span;
    const up = (block[at] = upper + none);
    const down = (block[at + 1] = lower + none);
    if (at >= this.stop) {
      this.#reachStop();
      return;
    }
    this.at = at + 2;
    const gap = (this.gap += none);
    this.highest = max(block[at + 2], (block[0] = block[at * Number(up > block[0])])) + gap;
    this.lowest = min(block[at + 3], (block[1] = block[at * Number(down < block[1]) + 1])) + gap;
  }

  #reachStop(): void {
    const { block, period, at } = this;
    const up = block[at];
    if (this.stop < 0 && up !== up) return;
    if (at < 2 * period) {
      this.gap += up - up;
      block[0] = block[at * Number(up > block[0])];
      block[1] = block[at * Number(block[at + 1] < block[1]) + 1];
      if (this.stop >= 0) this.block = growColumn(block, 2 * period + 2);
      this.stop = this.block.length - 2;
      this.at = at + 2;
      return;
    }
    let high = -Infinity;
    let low = Infinity;
    let gap = 0;
    for (let i = at; i > 0; i -= 2) {
      const upper = block[i];
      const lower = block[i + 1];
      gap += upper - upper;
      pick[0] = high;
      pick[1] = upper;
      high = pick[Number(upper > high)];
      pick[2] = low;
      pick[3] = lower;
      low = pick[2 + Number(lower < low)];
      block[i] = high + gap;
      block[i + 1] = low + gap;
    }
    this.highest = high + gap;
    this.lowest = low + gap;
    this.stop = at;
    this.#begin();
  }

  #begin(): void {
    this.at = 2;
    this.gap = 0;
    this.block[0] = -Infinity;
    this.block[1] = Infinity;
  }
}
