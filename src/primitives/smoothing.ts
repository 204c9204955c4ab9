import { MISSING, type Column } from "./column.ts";
import { STRIP, stripEnd } from "./strips.ts";

/** Returns the weight of the newest value in an exponential average: 2 / (period + 1). */
export function emaFactor(period: number): number {
  return 2 / (period + 1);
}

/** Returns the weight of the newest value in Wilder's average: 1 / period. */
export function wilderFactor(period: number): number {
  return 1 / period;
}

/** Returns the number of steps until the initial value of an average has a weight below one millionth. */
export function convergenceSteps(factor: number): number {
  return Math.ceil(Math.log(1e-6) / Math.log1p(-factor));
}

/**
 * Exponential average, updated value by value: `average + factor * (value - average)`. It starts from the mean of the first `seedLength`
 * finite values after the first `skip` ones. A value that is not finite gives NaN and leaves the average unchanged.
 *
 * Wilder's `(average * (n - 1) + value) / n` is the same with a factor of 1 / n. In this form, the average of constant values stays exactly
 * constant, and the loop needs no division.
 */
export class Smoothing {
  declare readonly factor: number;
  declare readonly seedLength: number;
  declare readonly skip: number;
  seen = 0;
  sum = 0;
  /** Current average; NaN until the first `seedLength` values. */
  average = NaN;

  constructor(factor: number, seedLength: number, skip = 0) {
    this.factor = factor;
    this.seedLength = seedLength;
    this.skip = skip;
  }

  /** Returns the average after `value`, without changing the state. */
  peek(value: number): number {
    if (value - value !== 0) return MISSING[0];
    const missing = this.seedLength + this.skip - this.seen;
    if (missing === 0) return this.average + this.factor * (value - this.average);
    return missing === 1 ? (this.sum + value) / this.seedLength : MISSING[0];
  }

  /** Adds a value and returns the average. */
  update(value: number): number {
    // The method is short, so that V8 inlines it; `#begin` handles rare cases. The multiplication by 1 tells V8 that the result is a
    // number. Without it, V8 would box every average.
    if (value * 0 + this.average * 0 !== 0) return this.#begin(value) * 1;
    return (this.average += this.factor * (value - this.average));
  }

  /** Handles missing values, and values before the first average. */
  #begin(value: number): number {
    if (value - value !== 0) return MISSING[0];
    const place = ++this.seen - this.skip;
    if (place > 0) this.sum += value;
    if (place === this.seedLength) this.average = this.sum / this.seedLength;
    return this.average;
  }
}

/** Writes the averages from `start` up to but not including `end`, as `smoothing.update` does, in one loop. */
export function smoothRange(smoothing: Smoothing, input: Column, start: number, end: number, out: Column): void {
  let i = start | 0;
  for (; i < end && smoothing.average !== smoothing.average; i++) out[i] = smoothing.update(input[i]);
  const { factor } = smoothing;
  let { average } = smoothing;
  for (; i < end; i++) {
    // The inner loop ends at the next missing value. With a check inside the loop, V8 would not keep the average in a register.
    for (; i < end; i++) {
      const value = input[i];
      if (value - value !== 0) break;
      average += factor * (value - average);
      out[i] = average;
    }
    if (i < end) out[i] = NaN;
  }
  smoothing.average = average;
}

/** Smooths a whole column with a new `smoothing`. */
export function smooth(smoothing: Smoothing, input: Column, out: Column): void {
  const length = input.length;
  for (let start = 0; start < length; start += STRIP)
    smoothRange(smoothing, input, start, stripEnd(start, length), out);
}
