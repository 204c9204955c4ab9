import { MISSING, type Column } from "./column.ts";
import { STRIP, stripEnd } from "./strips.ts";

/**
 * Exponential average with a factor that changes from bar to bar: `average + factor * (value - average)`. A bar without a factor leaves the
 * average unchanged.
 */
export class AdaptiveSmoothing {
  /** The current average; NaN before the first factor. */
  average = NaN;

  /** Returns the average after `value`, without changing the state. */
  peek(value: number, factor: number, beginning: number): number {
    const average = this.average === this.average ? this.average : beginning;
    return average + factor * (value - average);
  }

  /** Adds a value with its factor and returns the average. The first average moves from `beginning` toward the value. */
  update(value: number, factor: number, beginning: number): number {
    if (factor !== factor) return MISSING[0];
    if (this.average !== this.average) this.average = beginning;
    this.average += factor * (value - this.average);
    return this.average;
  }

  /** Replaces the factors from `start` up to but not including `end` by averages, as `update` does, in one loop. */
  batch(values: Column, lag: number, start: number, end: number, factors: Column): void {
    let i = start | 0;
    for (; i < end && this.average !== this.average; i++)
      factors[i] = this.update(values[i], factors[i], values[Math.max(0, i - lag)]);
    let average = this.average;
    for (; i < end; i++) {
      // The inner loop ends at the next missing value, which is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const factor = factors[i];
        if (factor !== factor) break;
        average += factor * (values[i] - average);
        factors[i] = average;
      }
    }
    this.average = average;
  }
}

/** Replaces a column of factors by the averages of the values. The first average starts from the value `lag` bars before the first factor. */
export function smoothAdaptively(values: Column, lag: 0 | 1, factors: Column): void {
  const smoothing = new AdaptiveSmoothing();
  const length = values.length;
  for (let start = 0; start < length; start += STRIP)
    smoothing.batch(values, lag, start, stripEnd(start, length), factors);
}
