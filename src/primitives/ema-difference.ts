import type { Column } from "./column.ts";
import { emaFactor, Smoothing } from "./smoothing.ts";

/** Fast exponential average minus slow exponential average of the same values. */
export class EmaDifference {
  declare readonly fast: Smoothing;
  declare readonly slow: Smoothing;

  constructor(fast: number, slow: number) {
    this.fast = new Smoothing(emaFactor(fast), fast);
    this.slow = new Smoothing(emaFactor(slow), slow);
  }

  /** Returns the difference after `value`, without changing the state. */
  peek(value: number): number {
    return this.fast.peek(value) - this.slow.peek(value);
  }

  /** Adds a value and returns the difference. */
  update(value: number): number {
    return this.fast.update(value) - this.slow.update(value);
  }

  /** Writes the differences from `start` up to but not including `end`, as `update` does, in one loop. */
  batch(source: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && Number.isNaN(this.fast.average - this.slow.average); i++) out[i] = this.update(source[i]);
    const fastFactor = this.fast.factor;
    const slowFactor = this.slow.factor;
    let fast = this.fast.average;
    let slow = this.slow.average;
    for (; i < end; i++) {
      // The inner loop ends at the next missing value, which is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const value = source[i];
        if (value - value !== 0) break;
        fast += fastFactor * (value - fast);
        slow += slowFactor * (value - slow);
        out[i] = fast - slow;
      }
      if (i < end) out[i] = NaN;
    }
    this.fast.average = fast;
    this.slow.average = slow;
  }
}
