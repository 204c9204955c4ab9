import { BlockExcess, blockExcess } from "../primitives/block-excess.ts";
import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import type { Column } from "../primitives/column.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, smooth, Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Percentage price oscillator: the distance of a fast average from a slow one, in percent of the slow one. A signal line
 * averages it, and the histogram is their difference. It reads like `macd`, and compares markets with different prices.
 *
 * `ppo = 100 * (average(x, fast) - average(x, slow)) / average(x, slow)`, `signal = average(ppo, signal)`,
 * `histogram = ppo - signal`
 *
 * - `fast`: default 12. `slow`: default 26. `signal`: at least 2; default 9. In percent: 2 is two percent.
 * - `average`: `"ema"`, the default, or `"sma"` for all three.
 * - The line starts at index `max(fast, slow) - 1`, signal and histogram `signal - 1` bars later.
 * - A missing value gives no result. With `"ema"` the averages continue with the next value; with `"sma"` every window that
 *   contains it is NaN.
 * - A slow average of zero gives no line, which counts as a missing value for the signal line.
 *
 * @example
 * ppo(Float64Array.of(1, 2, 4, 7, 11), 2, 3, 2).ppo; // NaN, NaN, 35.7143, 22.619, 17.9669
 */
export const ppo = defineIndicator({
  name: "ppo",
  title: "Percentage price oscillator",
  category: "momentum",
  inputs: ["source"],
  params: {
    fast: param.integer({ default: 12, description: "number of bars of the fast average" }),
    slow: param.integer({ default: 26, description: "number of bars of the slow average" }),
    signal: param.integer({ default: 9, min: 2, description: "number of bars of the signal line" }),
    average: param.choice(["ema", "sma"], { default: "ema", description: "exponential averages, or simple ones" }),
  },
  outputs: {
    ppo: {
      title: "PPO",
      scale: { source: 0 },
      undefinedWhen: { description: "the slow average is zero", holds: slowIsZero },
    },
    signal: {
      title: "Signal line",
      scale: { source: 0 },
      undefinedWhen: { description: "a line value that the signal needs is missing", holds: lineIsMissing },
    },
    histogram: {
      title: "Histogram",
      scale: { source: 0 },
      undefinedWhen: { description: "a line value that the signal needs is missing", holds: lineIsMissing },
    },
  },
  compat: { talib: { average: "sma" } },
  // Exponential averages depend on all earlier bars. The declaration must hold for both choices of average.
  memory: "recursive",
  warmup({ fast, slow, signal }) {
    const line = Math.max(fast, slow) - 1;
    return { ppo: line, signal: line + signal - 1, histogram: line + signal - 1 };
  },
  stableAfter({ fast, slow, signal, average }) {
    const longest = Math.max(fast, slow);
    const first = longest + signal - 2;
    return (
      first + (average === "ema" ? convergenceSteps(emaFactor(longest)) + convergenceSteps(emaFactor(signal)) : first)
    );
  },
  batch([source], { fast, slow, signal: period, average }, [line, signal, histogram]) {
    const length = source.length;
    if (average === "sma") {
      blockExcess(source, fast, line);
      blockExcess(source, slow, signal);
      for (let i = 0; i < length; i++) line[i] = percent(signal[i] - line[i], source[i] - signal[i]);
      blockSum(line, period, period, signal);
      for (let i = 0; i < length; i++) histogram[i] = line[i] - signal[i];
      return;
    }
    const stream = new ExponentialStream(fast, slow, period);
    for (let start = 0; start < length; start += STRIP)
      stream.batch(source, start, stripEnd(start, length), line, signal, histogram);
  },
  stream: ({ fast, slow, signal, average }) =>
    average === "ema" ? new ExponentialStream(fast, slow, signal) : new SimpleStream(fast, slow, signal),
});

/** Output values of one bar. */
class PpoValue {
  ppo = NaN;
  signal = NaN;
  histogram = NaN;
}

/** Returns the distance in percent of the slow average. It is not finite, and so missing, if the average is zero. */
function percent(distance: number, slow: number): number {
  return finite(100 * (distance / slow));
}

class ExponentialStream extends Stream<PpoValue> {
  declare readonly fast: Smoothing;
  declare readonly slow: Smoothing;
  declare readonly signal: Smoothing;
  readonly value = new PpoValue();

  constructor(fast: number, slow: number, signal: number) {
    super();
    this.fast = new Smoothing(emaFactor(fast), fast);
    this.slow = new Smoothing(emaFactor(slow), slow);
    this.signal = new Smoothing(emaFactor(signal), signal);
  }

  update(source: number): PpoValue {
    const { fast, slow, signal } = this;
    const mean = signal.average;
    // Once the signal line has started, three inlined steps are faster than three calls.
    if (mean === mean) {
      const nextFast = fast.average + fast.factor * (source - fast.average);
      const nextSlow = slow.average + slow.factor * (source - slow.average);
      const line = percent(nextFast - nextSlow, nextSlow);
      if (line === line) {
        fast.average = nextFast;
        slow.average = nextSlow;
        signal.average = mean + signal.factor * (line - mean);
        return written(this.value, line, signal.average);
      }
    }
    return this.#seed(source);
  }

  #seed(source: number): PpoValue {
    const slow = this.slow.update(source);
    const line = percent(this.fast.update(source) - slow, slow);
    return written(this.value, line, this.signal.update(line));
  }

  override peek(source: number): PpoValue {
    const slow = this.slow.peek(source);
    const line = percent(this.fast.peek(source) - slow, slow);
    return written(new PpoValue(), line, this.signal.peek(line));
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(source: Column, start: number, end: number, lines: Column, signals: Column, histogram: Column): void {
    let i = start | 0;
    for (; i < end && this.signal.average !== this.signal.average; i++)
      this.#take(source, i, lines, signals, histogram);
    while (i < end) {
      i = this.#smoothRange(source, i, end, lines, signals, histogram);
      // `#smoothRange` stops at a missing value or a slow average of zero, which `#take` handles.
      if (i < end) this.#take(source, i++, lines, signals, histogram);
    }
  }

  #take(source: Column, i: number, lines: Column, signals: Column, histogram: Column): void {
    const value = this.update(source[i]);
    lines[i] = value.ppo;
    signals[i] = value.signal;
    histogram[i] = value.histogram;
  }

  /** Computes the bars up to the first one without a value of the line, and returns the index of that bar. */
  #smoothRange(source: Column, start: number, end: number, lines: Column, signals: Column, histogram: Column): number {
    const fastFactor = this.fast.factor;
    const slowFactor = this.slow.factor;
    const signalFactor = this.signal.factor;
    let fast = this.fast.average;
    let slow = this.slow.average;
    let mean = this.signal.average;
    let i = start | 0;
    for (; i < end; i++) {
      const value = source[i];
      const nextFast = fast + fastFactor * (value - fast);
      const nextSlow = slow + slowFactor * (value - slow);
      const line = percent(nextFast - nextSlow, nextSlow);
      if (line !== line) break;
      fast = nextFast;
      slow = nextSlow;
      mean += signalFactor * (line - mean);
      lines[i] = line;
      signals[i] = mean;
      histogram[i] = line - mean;
    }
    this.fast.average = fast;
    this.slow.average = slow;
    this.signal.average = mean;
    return i;
  }
}

class SimpleStream extends Stream<PpoValue> {
  declare readonly fast: BlockExcess;
  declare readonly slow: BlockExcess;
  declare readonly signal: BlockSum;
  readonly value = new PpoValue();

  constructor(fast: number, slow: number, signal: number) {
    super();
    this.fast = new BlockExcess(fast);
    this.slow = new BlockExcess(slow);
    this.signal = new BlockSum(signal);
  }

  // Each window returns the distance of the price from one average. Their difference is the distance between the two averages.
  update(source: number): PpoValue {
    const above = this.slow.update(source);
    const line = percent(above - this.fast.update(source), source - above);
    return written(this.value, line, this.signal.update(line) / this.signal.period);
  }

  override peek(source: number): PpoValue {
    const above = this.slow.peek(source);
    const line = percent(above - this.fast.peek(source), source - above);
    return written(new PpoValue(), line, this.signal.peek(line) / this.signal.period);
  }
}

function written(into: PpoValue, line: number, signal: number): PpoValue {
  into.ppo = line;
  into.signal = signal;
  into.histogram = line - signal;
  return into;
}

type Given = Readonly<Record<string, unknown>>;

function slowAverage(source: Column, params: Given): Column {
  const slow = Number(params["slow"]);
  const out = new Float64Array(source.length);
  if (params["average"] === "ema") smooth(new Smoothing(emaFactor(slow), slow), source, out);
  else blockExcess(source, slow, out);
  return params["average"] === "ema" ? out : out.map((above, i) => source[i] - above);
}

function slowIsZero([source]: readonly Column[], params: Given, index: number): boolean {
  return slowAverage(source, params)[index] === 0;
}

/**
 * Whether a line value that the signal needs is missing. A simple average needs every value in its window. An exponential one needs
 * this value and enough earlier ones for the seed.
 */
function lineIsMissing([source]: readonly Column[], params: Given, index: number): boolean {
  const slow = slowAverage(source, params);
  const signal = Number(params["signal"]);
  const first = Math.max(Number(params["fast"]), Number(params["slow"])) - 1;
  if (params["average"] === "sma") return slow.subarray(index - signal + 1, index + 1).includes(0);
  return slow[index] === 0 || slow.subarray(first, index + 1).filter((value) => value !== 0).length < signal;
}
