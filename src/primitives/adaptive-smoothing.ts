import { MISSING, type Column } from "./column.ts";
import { STRIP, stripEnd } from "./strips.ts";

/**
 * An exponential average whose factor, the weight of the newest value, changes from bar to bar:
 * `average + factor * (value - average)`. It holds where there is no factor, and goes on from there with the next one.
 */
export class AdaptiveSmoothing {
  /** The average, NaN until it is begun. */
  average = NaN;

  /** The average that `value` would make. */
  peek(value: number, factor: number, beginning: number): number {
    const average = this.average === this.average ? this.average : beginning;
    return average + factor * (value - average);
  }

  /** Takes `value` with its factor and returns the average; `beginning` is what the first one of all starts from. */
  update(value: number, factor: number, beginning: number): number {
    if (factor !== factor) return MISSING[0];
    if (this.average !== this.average) this.average = beginning;
    this.average += factor * (value - this.average);
    return this.average;
  }

  /** Turns the factors from `start` to before `end` into the averages of the values: `update` in one loop. */
  batch(values: Column, lag: number, start: number, end: number, factors: Column): void {
    let i = start | 0;
    for (; i < end && this.average !== this.average; i++)
      factors[i] = this.update(values[i], factors[i], values[Math.max(0, i - lag)]);
    let average = this.average;
    for (; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
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

/** Turns a column of factors into the averages of the values, begun with the value that came `lag` bars before the first factor. */
export function smoothAdaptively(values: Column, lag: 0 | 1, factors: Column): void {
  const smoothing = new AdaptiveSmoothing();
  const length = values.length;
  for (let start = 0; start < length; start += STRIP)
    smoothing.batch(values, lag, start, stripEnd(start, length), factors);
}
