import type { Column } from "./column.ts";
import { emaFactor, Smoothing } from "./smoothing.ts";

/** Fast minus slow exponential average (the line), and an exponential average of the line (the signal), as in MACD. */
export class EmaDifferenceWithSignal {
  declare readonly fast: Smoothing;
  declare readonly slow: Smoothing;
  declare readonly signal: Smoothing;

  /**
   * Creates the averages. Each starts from its own first values. With `seedEnd`, the initial values of both fast and slow average end at
   * the value with this number, so that both start on the same bar.
   */
  constructor(fast: number, slow: number, signal: number, seedEnd = 0) {
    this.fast = new Smoothing(emaFactor(fast), fast, Math.max(0, seedEnd - fast));
    this.slow = new Smoothing(emaFactor(slow), slow, Math.max(0, seedEnd - slow));
    this.signal = new Smoothing(emaFactor(signal), signal);
  }

  /** Returns the line after `value`, without changing the state. */
  peek(value: number): number {
    return this.fast.peek(value) - this.slow.peek(value);
  }

  /** Adds a value and returns the line. Pass it to `signal.update` to get the signal. */
  update(value: number): number {
    return this.fast.update(value) - this.slow.update(value);
  }

  /**
   * Writes lines, signals and histogram (line minus signal) from `start` up to but not including `end`, as `update` does, in one loop. The same
   * column may be passed for several outputs; the result of the first of them is kept.
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
      // The inner loop ends at the next missing value, which is faster; `smoothRange` explains why.
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
