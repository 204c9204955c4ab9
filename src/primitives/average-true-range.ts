import type { Column } from "./column.ts";
import { fadingSteps, Smoothing, smoothStretch, wilderFactor } from "./smoothing.ts";
import { TrueRange, type FirstTrueRange } from "./true-range.ts";

/** Wilder's average of the true ranges of the last bars, fed bar by bar; a bar without a true range has none. */
export class AverageTrueRange {
  declare readonly range: TrueRange;
  declare readonly smoothing: Smoothing;

  constructor(period: number, first: FirstTrueRange = "none") {
    this.range = new TrueRange(first);
    this.smoothing = new Smoothing(wilderFactor(period), period);
  }

  /** The average that this bar would make. */
  peek(high: number, low: number, close: number): number {
    return this.smoothing.peek(this.range.peek(high, low, close));
  }

  /** Takes a bar and returns the average, NaN before there is one. */
  update(high: number, low: number, close: number): number {
    return this.smoothing.update(this.range.update(high, low, close));
  }

  /** Takes the bars from `start` to before `end` and writes their averages: `update` in two loops. */
  stretch(high: Column, low: Column, close: Column, start: number, end: number, out: Column): void {
    this.range.stretch(high, low, close, start, end, out);
    smoothStretch(this.smoothing, out, start, end, out);
  }
}

/** Index of the first average true range, counted from the first bar. */
export function firstAverage(period: number, first: FirstTrueRange): number {
  return first === "highLow" ? period - 1 : period;
}

/** Bars after which its seed no longer shows. */
export function settledAverage(period: number, first: FirstTrueRange): number {
  return firstAverage(period, first) + fadingSteps(wilderFactor(period));
}
