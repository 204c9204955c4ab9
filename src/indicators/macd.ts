import { param } from "../primitives/param.ts";
import { emaFactor, fadingSteps, Smoothing } from "../primitives/smoothing.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Moving average convergence divergence: how far a fast average has moved away from a slow one, an average of that distance
 * as its signal line, and the difference of the two. Above zero the recent trend is up; the line crossing its signal line,
 * where the histogram changes its sign, is the usual trigger.
 *
 * `macd = ema(fast) - ema(slow)`, `signal = ema(macd, signal)`, `histogram = macd - signal`
 *
 * - `fast` 12, `slow` 26, `signal` 9 bars unless given. The numbers are in units of price.
 * - `alignSeeds`: `false`, each average starts with its own first bars (TradingView); `true`, the faster one starts so that
 *   both have their first value on the same bar (TA-Lib). The two agree once the seeds have faded.
 * - The line starts at index `slow - 1`, signal and histogram at `slow + signal - 2`.
 * - A missing value has no numbers; the next one goes on from the averages before it.
 *
 * Gerald Appel, The Moving Average Convergence-Divergence Trading Method (1979).
 *
 * @example
 * macd(Float64Array.of(1, 2, 4, 7, 11), 2, 3, 2).histogram; // NaN, NaN, NaN, 0.111111, 0.154321
 */
export const macd = defineIndicator({
  name: "macd",
  title: "Moving average convergence divergence",
  category: "momentum",
  inputs: ["source"],
  params: {
    fast: param.integer({ default: 12, description: "bars of the fast average" }),
    slow: param.integer({ default: 26, description: "bars of the slow average" }),
    signal: param.integer({ default: 9, description: "bars of the signal line" }),
    alignSeeds: param.boolean({ default: false, description: "both averages start on one bar, as in TA-Lib" }),
  },
  outputs: {
    macd: { title: "MACD", scale: { source: 1 } },
    signal: { title: "Signal line", scale: { source: 1 } },
    histogram: { title: "Histogram", scale: { source: 1 } },
  },
  memory: "recursive",
  warmup({ fast, slow, signal }) {
    const line = Math.max(fast, slow) - 1;
    return { macd: line, signal: line + signal - 1, histogram: line + signal - 1 };
  },
  stableAfter({ fast, slow, signal }) {
    const longest = Math.max(fast, slow);
    return longest + signal - 2 + fadingSteps(emaFactor(longest)) + fadingSteps(emaFactor(signal));
  },
  batch([source], params, [line, signal, histogram]) {
    const length = source.length;
    const start = new MacdStream(averages(params));
    let i = 0;
    for (; i < length && start.signal.average !== start.signal.average; i++) {
      const value = start.update(source[i]);
      line[i] = value.macd;
      signal[i] = value.signal;
      histogram[i] = value.histogram;
    }
    const { factor: fastFactor } = start.fast;
    const { factor: slowFactor } = start.slow;
    const { factor: signalFactor } = start.signal;
    let fast = start.fast.average;
    let slow = start.slow.average;
    let mean = start.signal.average;
    for (; i < length; i++) {
      // The stretch up to the next gap, see `smooth`.
      for (; i < length; i++) {
        const value = source[i];
        if (value - value !== 0) break;
        fast += fastFactor * (value - fast);
        slow += slowFactor * (value - slow);
        const distance = fast - slow;
        mean += signalFactor * (distance - mean);
        line[i] = distance;
        signal[i] = mean;
        histogram[i] = distance - mean;
      }
      if (i < length) {
        line[i] = NaN;
        signal[i] = NaN;
        histogram[i] = NaN;
      }
    }
  },
  stream: (params) => new MacdStream(averages(params)),
});

/** The three numbers of one bar. */
class MacdValue {
  macd = NaN;
  signal = NaN;
  histogram = NaN;
}

type Averages = { fast: Smoothing; slow: Smoothing; signal: Smoothing };

function averages(params: { fast: number; slow: number; signal: number; alignSeeds: boolean }): Averages {
  const { fast, slow, signal, alignSeeds } = params;
  const longest = alignSeeds ? Math.max(fast, slow) : 0;
  return {
    fast: new Smoothing(emaFactor(fast), fast, Math.max(0, longest - fast)),
    slow: new Smoothing(emaFactor(slow), slow, Math.max(0, longest - slow)),
    signal: new Smoothing(emaFactor(signal), signal),
  };
}

class MacdStream extends Stream<MacdValue> {
  readonly fast: Smoothing;
  readonly slow: Smoothing;
  readonly signal: Smoothing;
  readonly value = new MacdValue();

  constructor({ fast, slow, signal }: Averages) {
    super();
    this.fast = fast;
    this.slow = slow;
    this.signal = signal;
  }

  update(source: number): MacdValue {
    const line = this.fast.update(source) - this.slow.update(source);
    return written(this.value, line, this.signal.update(line));
  }

  override peek(source: number): MacdValue {
    const line = this.fast.peek(source) - this.slow.peek(source);
    return written(new MacdValue(), line, this.signal.peek(line));
  }
}

function written(into: MacdValue, line: number, signal: number): MacdValue {
  into.macd = line;
  into.signal = signal;
  into.histogram = line - signal;
  return into;
}
