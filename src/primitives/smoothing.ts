import { MISSING, type Column } from "./column.ts";
import { STRIP, stripEnd } from "./strips.ts";

/** Weight of the newest value in an exponential average of `period`: 2 / (period + 1). */
export function emaFactor(period: number): number {
  return 2 / (period + 1);
}

/** Weight of the newest value in Wilder's average of `period`: 1 / period. */
export function wilderFactor(period: number): number {
  return 1 / period;
}

/** Steps until the value that an average started from has a weight below a millionth. */
export function convergenceSteps(factor: number): number {
  return Math.ceil(Math.log(1e-6) / Math.log1p(-factor));
}

/**
 * An exponential average fed value by value: `average + factor * (value - average)`, begun with the mean of the first
 * `seedLength` finite values after the first `skip` ones. A value that is not finite has no average, and the average goes
 * on from where it was with the next one.
 *
 * Wilder's `(average * (n - 1) + value) / n` is the same with a factor of 1 / n: in this form an average at rest stays at
 * rest to the last bit, and the loop waits for no division.
 */
export class Smoothing {
  declare readonly factor: number;
  declare readonly seedLength: number;
  declare readonly skip: number;
  seen = 0;
  sum = 0;
  /** The average, NaN until the seed is complete. */
  average = NaN;

  constructor(factor: number, seedLength: number, skip = 0) {
    this.factor = factor;
    this.seedLength = seedLength;
    this.skip = skip;
  }

  /** The average that `value` would make. */
  peek(value: number): number {
    if (value - value !== 0) return MISSING[0];
    const missing = this.seedLength + this.skip - this.seen;
    if (missing === 0) return this.average + this.factor * (value - this.average);
    return missing === 1 ? (this.sum + value) / this.seedLength : MISSING[0];
  }

  /** Takes `value` and returns the average. */
  update(value: number): number {
    // Short, because the engine builds only so much into the loop of an indicator; what is seldom stays apart. Times 1: what a
    // call returns has no known type, and then every average would be boxed.
    if (value * 0 + this.average * 0 !== 0) return this.#begin(value) * 1;
    return (this.average += this.factor * (value - this.average));
  }

  /** The same while the average is not there yet, or without a value. */
  #begin(value: number): number {
    if (value - value !== 0) return MISSING[0];
    const place = ++this.seen - this.skip;
    if (place > 0) this.sum += value;
    if (place === this.seedLength) this.average = this.sum / this.seedLength;
    return this.average;
  }
}

/** Feeds the values from `start` to before `end` to a smoothing and writes their averages: its `update` in one loop. */
export function smoothRange(smoothing: Smoothing, input: Column, start: number, end: number, out: Column): void {
  let i = start | 0;
  for (; i < end && smoothing.average !== smoothing.average; i++) out[i] = smoothing.update(input[i]);
  const { factor } = smoothing;
  let { average } = smoothing;
  for (; i < end; i++) {
    // Up to the next gap in a loop of its own: a choice inside it would send the average through memory on every bar.
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

/** Smooths a whole column with a fresh `smoothing`. */
export function smooth(smoothing: Smoothing, input: Column, out: Column): void {
  const length = input.length;
  for (let start = 0; start < length; start += STRIP)
    smoothRange(smoothing, input, start, stripEnd(start, length), out);
}
