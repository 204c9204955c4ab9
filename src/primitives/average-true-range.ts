import type { Column } from "./column.ts";
import { convergenceSteps, Smoothing, wilderFactor } from "./smoothing.ts";
import { rangeWithPrevious, TrueRange, type FirstTrueRange } from "./true-range.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const rangeOf = rangeWithPrevious;

/** Wilder's average of true ranges, updated bar by bar. NaN for a bar without a true range. */
export class AverageTrueRange {
  declare readonly range: TrueRange;
  declare readonly smoothing: Smoothing;

  constructor(period: number, first: FirstTrueRange = "none") {
    this.range = new TrueRange(first);
    this.smoothing = new Smoothing(wilderFactor(period), period);
  }

  /** Returns the average after a bar, without changing the state. */
  peek(high: number, low: number, close: number): number {
    return this.smoothing.peek(this.range.peek(high, low, close));
  }

  /** Adds a bar and returns the average; NaN until the first average. */
  update(high: number, low: number, close: number): number {
    return this.smoothing.update(this.range.update(high, low, close));
  }

  /** Writes the averages of bars from `start` up to but not including `end`, as `update` does, in one loop. */
  batch(high: Column, low: Column, close: Column, start: number, end: number, out: Column): void {
    for (let i = start | 0; i < end; i++) {
      if ((this.range.previous + this.smoothing.average) * 0 === 0)
        i = this.#smoothFours(high, low, close, i, end, out);
      if (i < end) out[i] = this.update(high[i], low[i], close[i]);
    }
  }

  /** Processes four bars per iteration up to the next gap; returns the index of the first unprocessed bar. */
  #smoothFours(high: Column, low: Column, close: Column, start: number, end: number, out: Column): number {
    const { factor } = this.smoothing;
    let { average } = this.smoothing;
    let { previous } = this.range;
    let i = start | 0;
    for (; i < end - 3; i += 4) {
      const a = close[i];
      const b = close[i + 1];
      const c = close[i + 2];
      const d = close[i + 3];
      const rangeA = rangeOf(high[i], low[i], previous);
      const rangeB = rangeOf(high[i + 1], low[i + 1], a);
      const rangeC = rangeOf(high[i + 2], low[i + 2], b);
      const rangeD = rangeOf(high[i + 3], low[i + 3], c);
      const first = high[i] - low[i] + a + rangeA + (high[i + 1] - low[i + 1] + b + rangeB);
      const second = high[i + 2] - low[i + 2] + c + rangeC + (high[i + 3] - low[i + 3] + d + rangeD);
      if ((first + second) * 0 !== 0) break;
      average += factor * (rangeA - average);
      out[i] = average;
      average += factor * (rangeB - average);
      out[i + 1] = average;
      average += factor * (rangeC - average);
      out[i + 2] = average;
      average += factor * (rangeD - average);
      out[i + 3] = average;
      previous = d;
    }
    this.smoothing.average = average;
    this.range.previous = previous;
    return i;
  }
}

/** Returns the index of the first average true range. */
export function firstAtrIndex(period: number, first: FirstTrueRange): number {
  return first === "highLow" ? period - 1 : period;
}

/** Returns the number of bars after which the initial value no longer influences the result. */
export function atrConvergence(period: number, first: FirstTrueRange): number {
  return firstAtrIndex(period, first) + convergenceSteps(wilderFactor(period));
}
