import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, smooth, Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Percentage volume oscillator: how much recent volume exceeds earlier volume, in percent. Above zero volume is
 * increasing, which supports a breakout. Below zero a move has little volume behind it.
 *
 * `pvo = 100 * (ema(fast) - ema(slow)) / ema(slow)` of the volume, `signal = ema(pvo, signal)`, `histogram = pvo - signal`
 *
 * - `fast`: default 12. `slow`: default 26. `signal`: at least 2; default 9. Each average starts with its own first bars.
 * - The line starts at index `max(fast, slow) - 1`, signal and histogram `signal - 1` bars later.
 * - A slow average of zero (no volume at all) gives no values; the signal continues with the next bar that has a line.
 * - When volume stops, the line goes to -100. After about 370 · `slow` bars without volume both averages have faded to the
 *   smallest numbers. Then the line is meaningless until volume returns.
 * - A missing value gives no result; the averages continue with the next value.
 *
 * @example
 * pvo(Float64Array.of(100, 300, 300, 600), 1, 2, 2).pvo; // NaN, 50, 12.5, 22.7273
 */
export const pvo = defineIndicator({
  name: "pvo",
  title: "Percentage volume oscillator",
  category: "volume",
  inputs: ["volume"],
  params: {
    fast: param.integer({ default: 12, description: "number of bars of the fast average" }),
    slow: param.integer({ default: 26, description: "number of bars of the slow average" }),
    signal: param.integer({ default: 9, min: 2, description: "number of bars of the signal line" }),
  },
  outputs: {
    pvo: {
      title: "PVO",
      scale: { volume: 0 },
      undefinedWhen: { description: "the slow average is zero", holds: lineIsMissing },
    },
    signal: {
      title: "Signal line",
      scale: { volume: 0 },
      undefinedWhen: {
        description: "the slow average is zero, or the line is too short",
        holds: signalIsMissing,
      },
    },
    histogram: {
      title: "Histogram",
      scale: { volume: 0 },
      undefinedWhen: {
        description: "the slow average is zero, or the line is too short",
        holds: signalIsMissing,
      },
    },
  },
  memory: "recursive",
  warmup({ fast, slow, signal }) {
    const line = Math.max(fast, slow) - 1;
    return { pvo: line, signal: line + signal - 1, histogram: line + signal - 1 };
  },
  stableAfter({ fast, slow, signal }) {
    const longest = Math.max(fast, slow);
    return longest + signal - 2 + convergenceSteps(emaFactor(longest)) + convergenceSteps(emaFactor(signal));
  },
  batch([volume], { fast, slow, signal }, [line, average, histogram]) {
    const stream = new PvoStream(fast, slow, signal);
    const length = volume.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(volume, start, stripEnd(start, length), line, average, histogram);
  },
  stream: ({ fast, slow, signal }) => new PvoStream(fast, slow, signal),
});

/** Output values of one bar. */
class PvoValue {
  pvo = NaN;
  signal = NaN;
  histogram = NaN;
}

class PvoStream extends Stream<PvoValue> {
  declare readonly fast: Smoothing;
  declare readonly slow: Smoothing;
  declare readonly signal: Smoothing;
  readonly value = new PvoValue();

  constructor(fast: number, slow: number, signal: number) {
    super();
    this.fast = new Smoothing(emaFactor(fast), fast);
    this.slow = new Smoothing(emaFactor(slow), slow);
    this.signal = new Smoothing(emaFactor(signal), signal);
  }

  update(volume: number): PvoValue {
    const line = excess(this.fast.update(volume), this.slow.update(volume));
    return written(this.value, line, this.signal.update(line));
  }

  override peek(volume: number): PvoValue {
    const line = excess(this.fast.peek(volume), this.slow.peek(volume));
    return written(new PvoValue(), line, this.signal.peek(line));
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(volume: Column, start: number, end: number, line: Column, signal: Column, histogram: Column): void {
    let i = start | 0;
    for (; i < end && this.signal.average !== this.signal.average; i++) {
      const value = this.update(volume[i]);
      line[i] = value.pvo;
      signal[i] = value.signal;
      histogram[i] = value.histogram;
    }
    const fastFactor = this.fast.factor;
    const slowFactor = this.slow.factor;
    const signalFactor = this.signal.factor;
    let fast = this.fast.average;
    let slow = this.slow.average;
    let mean = this.signal.average;
    for (; i < end; i++) {
      // An inner loop up to the next bar without a line is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const value = volume[i];
        if (value - value !== 0) break;
        fast += fastFactor * (value - fast);
        slow += slowFactor * (value - slow);
        if (slow === 0) break;
        const percent = (100 * (fast - slow)) / slow;
        mean += signalFactor * (percent - mean);
        line[i] = percent;
        signal[i] = mean;
        histogram[i] = percent - mean;
      }
      if (i < end) {
        line[i] = NaN;
        signal[i] = NaN;
        histogram[i] = NaN;
      }
    }
    this.fast.average = fast;
    this.slow.average = slow;
    this.signal.average = mean;
  }
}

function excess(fast: number, slow: number): number {
  return (100 * (fast - slow)) / (slow === 0 ? MISSING[0] : slow);
}

function written(into: PvoValue, line: number, signal: number): PvoValue {
  into.pvo = line;
  into.signal = signal;
  into.histogram = line - signal;
  return into;
}

function slowAverage(volume: Column, params: Readonly<Record<string, unknown>>): Column {
  const slow = params["slow"] as number;
  const average = new Float64Array(volume.length);
  smooth(new Smoothing(emaFactor(slow), slow), volume, average);
  return average;
}

function lineIsMissing([volume]: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  return slowAverage(volume, params)[index] === 0;
}

function signalIsMissing(
  [volume]: readonly Column[],
  params: Readonly<Record<string, unknown>>,
  index: number,
): boolean {
  const slow = slowAverage(volume, params);
  const first = Math.max(params["fast"] as number, params["slow"] as number) - 1;
  const lines = slow.subarray(first, index + 1).filter((average) => average !== 0).length;
  return slow[index] === 0 || lines < (params["signal"] as number);
}
