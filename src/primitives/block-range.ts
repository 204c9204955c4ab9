import { missingColumn, growColumn, type Column } from "./column.ts";

// What is called once a bar is kept short: the engine builds only so much into the loop of an indicator.
const max = Math.max;
const min = Math.min;

/** Where two numbers lie while one of them is picked, as in the running extremes; nothing stays in it. */
const pick = new Float64Array(4);

/**
 * The highest and the lowest of the last `period` bars, fed bar by bar: the same bits as `blockExtremes`. A bar with one missing
 * number is missing as a whole. Both in one cost half of each by itself.
 */
export class BlockRange {
  declare readonly period: number;
  /**
   * Two places a bar, the upper before the lower. In the first two are the extremes of the block at hand, so that picking the new
   * one is choosing a place. Behind them, left of `at`, its bars, and from there on the suffix extremes of the block before.
   */
  declare block: Column;
  at = 2;
  /** Where the plain step ends: at the block's last bar, at the end of the room so far, or at once before the first bar. */
  stop = -1;
  /** 0, or NaN once a bar of the block at hand was missing. */
  gap = 0;
  /** The extremes of the window that ends with the last bar, NaN until there are `period` bars. */
  highest = NaN;
  lowest = NaN;

  constructor(period: number) {
    this.period = period;
    this.block = missingColumn(2 * min(period, 63) + 2);
    this.#begin();
  }

  /** The highest of the window that would end with this bar. */
  peekHighest(upper: number, lower: number): number {
    const { at, block } = this;
    const high = max(block[0], upper) + this.gap + (upper - lower) * 0;
    return at === 2 * this.period ? high : max(block[at + 2], high);
  }

  /** The lowest of that window. */
  peekLowest(upper: number, lower: number): number {
    const { at, block } = this;
    const low = min(block[1], lower) + this.gap + (upper - lower) * 0;
    return at === 2 * this.period ? low : min(block[at + 3], low);
  }

  /** Takes a bar and leaves the extremes of the window that ends with it in `highest` and `lowest`. */
  update(upper: number, lower: number): void {
    const { at, block } = this;
    const span = upper - lower;
    const none = span - span;
    const up = (block[at] = upper + none);
    const down = (block[at + 1] = lower + none);
    if (at >= this.stop) {
      this.#turn();
      return;
    }
    this.at = at + 2;
    const gap = (this.gap += none);
    this.highest = max(block[at + 2], (block[0] = block[at * Number(up > block[0])])) + gap;
    this.lowest = min(block[at + 3], (block[1] = block[at * Number(down < block[1]) + 1])) + gap;
  }

  #turn(): void {
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
