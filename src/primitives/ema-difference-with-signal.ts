import type { Column } from "./column.ts";
import { emaFactor, Smoothing } from "./smoothing.ts";

/** How far a fast exponential average is above a slow one of the same values, and an average of that line as its signal. */
export class EmaDifferenceWithSignal {
  declare readonly fast: Smoothing;
  declare readonly slow: Smoothing;
  declare readonly signal: Smoothing;

  /** Each average starts with its own first values, or so that its seed is complete with the value number `seedEnd`. */
  constructor(fast: number, slow: number, signal: number, seedEnd = 0) {
    this.fast = new Smoothing(emaFactor(fast), fast, Math.max(0, seedEnd - fast));
    this.slow = new Smoothing(emaFactor(slow), slow, Math.max(0, seedEnd - slow));
    this.signal = new Smoothing(emaFactor(signal), signal);
  }

  /** The line that `value` would make. */
  peek(value: number): number {
    return this.fast.peek(value) - this.slow.peek(value);
  }

  /** Takes `value` and returns the line; its signal is what `signal` then makes of it. */
  update(value: number): number {
    return this.fast.update(value) - this.slow.update(value);
  }

  /**
   * Takes the values from `start` to before `end` and writes their lines, signals and what is between the two: `update` in one loop.
   * Columns may be the same one: of two numbers the one named first stays.
   */
  batch(source: Column, start: number, end: number, lines: Column, signals: Column, histogram: Column): void {
    const { fast, slow, signal } = this;
    let i = start | 0;
    for (; i < end && signal.average !== signal.average; i++) {
      const line = this.update(source[i]);
      const mean = signal.update(line);
      histogram[i] = line - mean;
      signals[i] = mean;
      lines[i] = line;
    }
    const fastFactor = fast.factor;
    const slowFactor = slow.factor;
    const signalFactor = signal.factor;
    let fastMean = fast.average;
    let slowMean = slow.average;
    let mean = signal.average;
    for (; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
      for (; i < end; i++) {
        const value = source[i];
        if (value - value !== 0) break;
        fastMean += fastFactor * (value - fastMean);
        slowMean += slowFactor * (value - slowMean);
        const line = fastMean - slowMean;
        mean += signalFactor * (line - mean);
        histogram[i] = line - mean;
        signals[i] = mean;
        lines[i] = line;
      }
      if (i < end) {
        histogram[i] = NaN;
        signals[i] = NaN;
        lines[i] = NaN;
      }
    }
    fast.average = fastMean;
    slow.average = slowMean;
    signal.average = mean;
  }
}
