import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import type { Column } from "../primitives/column.ts";
import { rescaleFactor } from "../primitives/underflow.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Stochastic momentum index: the doubly smoothed distance of the close from the middle of its recent range, in percent of
 * half of that range. Above 40 a market is commonly called overbought, below -40 oversold. It crosses its signal line less
 * often than the plain stochastic.
 *
 * `smi = 100 * smooth(close - (highest + lowest) / 2) / (smooth(highest - lowest) / 2)`, `signal = ema(smi, signal)`, with
 * `smooth(x) = ema(ema(x, first), second)`
 *
 * - `period`: bars of the range; default 10. `first` and `second`: bars of the two averages; default 3. `signal`: default 3.
 * - `smi` starts at index `period + first + second - 3`, `signal` at `period + first + second + signal - 4`.
 * - 0 without any range. While prices are constant the value settles and does not return to 0. Values are limited to -100
 *   and 100, which closes outside their bars could exceed.
 * - A bar with a missing number gives no value for every range that contains it; then the averages continue.
 *
 * William Blau, Momentum, Direction, and Divergence (1995).
 *
 * @example
 * const high = Float64Array.of(10, 12, 11, 13);
 * const low = Float64Array.of(8, 9, 9, 10);
 * const close = Float64Array.of(9, 11, 10, 12);
 * smi(high, low, close, 3, 1, 1, 1).smi; // NaN, NaN, 0, 50
 */
export const smi = defineIndicator({
  name: "smi",
  title: "Stochastic momentum index",
  category: "momentum",
  inputs: ["high", "low", "close"],
  params: {
    period: param.integer({ default: 10, description: "number of bars in the window" }),
    first: param.integer({ default: 3, description: "number of bars of the first EMA" }),
    second: param.integer({ default: 3, description: "number of bars of the second EMA" }),
    signal: param.integer({ default: 3, description: "number of bars of the signal line" }),
  },
  outputs: {
    smi: { title: "SMI", scale: { price: 0 }, range: [-100, 100] },
    signal: { title: "Signal line", scale: { price: 0 }, range: [-100, 100] },
  },
  memory: "recursive",
  warmup({ period, first, second, signal }) {
    const line = period + first + second - 3;
    return { smi: line, signal: line + signal - 1 };
  },
  // After the warm-up the bars of the window must be replaced. Then the influence of the first EMAs fades.
  stableAfter: ({ period, first, second, signal }) =>
    2 * period +
    first +
    second +
    signal -
    4 +
    convergenceSteps(emaFactor(first)) +
    convergenceSteps(emaFactor(second)) +
    convergenceSteps(emaFactor(signal)),
  batch([high, low, close], { period, first, second, signal }, [line, average]) {
    blockExtremes(high, low, close, period, line, average);
    const averages = new Averages(first, second, signal);
    const { length } = close;
    for (let start = 0; start < length; start += STRIP)
      averages.batch(close, start, stripEnd(start, length), line, average);
  },
  stream: (params) => new SmiStream(params),
});

function share(distance: number, range: number): number {
  return range === 0 ? 0 : Math.max(-100, Math.min(100, (200 * distance) / range));
}

/** The smoothed distance and the smoothed range, and the signal line. */
class Averages {
  declare readonly distance: Smoothing;
  declare readonly range: Smoothing;
  declare readonly distanceAgain: Smoothing;
  declare readonly rangeAgain: Smoothing;
  declare readonly signal: Smoothing;

  constructor(first: number, second: number, signal: number) {
    this.distance = new Smoothing(emaFactor(first), first);
    this.range = new Smoothing(emaFactor(first), first);
    this.distanceAgain = new Smoothing(emaFactor(second), second);
    this.rangeAgain = new Smoothing(emaFactor(second), second);
    this.signal = new Smoothing(emaFactor(signal), signal);
  }

  /** Adds a bar and returns the value of the index. */
  update(close: number, highest: number, lowest: number): number {
    const distance = this.distance.update(close - (highest + lowest) * 0.5);
    const range = this.range.update(highest - lowest);
    const line = share(this.distanceAgain.update(distance), this.rangeAgain.update(range));
    if (highest === lowest) this.#lift();
    return line;
  }

  /** Returns the value of the index for a bar that is still forming, without changing the state. */
  peek(close: number, highest: number, lowest: number): number {
    const distance = this.distance.peek(close - (highest + lowest) * 0.5);
    const range = this.range.peek(highest - lowest);
    return share(this.distanceAgain.peek(distance), this.rangeAgain.peek(range));
  }

  /** Computes the bars from `start` to `end` (exclusive). On entry the output columns contain the highest and lowest prices. */
  batch(close: Column, start: number, end: number, lines: Column, signals: Column): void {
    let i = start | 0;
    for (; i < end && this.signal.average !== this.signal.average; i++) {
      lines[i] = this.update(close[i], lines[i], signals[i]);
      signals[i] = this.signal.update(lines[i]);
    }
    // With a period of 1 the average is the value itself, without the rounding of an update.
    const copied = this.signal.factor === 1;
    const firstFactor = this.distance.factor;
    const secondFactor = this.distanceAgain.factor;
    const signalFactor = this.signal.factor;
    let distance = this.distance.average;
    let range = this.range.average;
    let distanceAgain = this.distanceAgain.average;
    let rangeAgain = this.rangeAgain.average;
    let mean = this.signal.average;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const highest = lines[i];
        const lowest = signals[i];
        const height = highest - lowest;
        if (height - height !== 0) break;
        distance += firstFactor * (close[i] - (highest + lowest) * 0.5 - distance);
        range += firstFactor * (height - range);
        distanceAgain += secondFactor * (distance - distanceAgain);
        rangeAgain += secondFactor * (range - rangeAgain);
        const line = share(distanceAgain, rangeAgain);
        mean = copied ? line : mean + signalFactor * (line - mean);
        lines[i] = line;
        signals[i] = mean;
        // This is checked on every bar, as in the stream, since the distance can be far smaller than the range.
        if (height === 0) {
          const lift = rescaleFactor(range, rangeAgain);
          distance *= lift;
          range *= lift;
          distanceAgain *= lift;
          rangeAgain *= lift;
        }
      }
      if (i < end) {
        lines[i] = NaN;
        signals[i] = NaN;
      }
    }
    this.distance.average = distance;
    this.range.average = range;
    this.distanceAgain.average = distanceAgain;
    this.rangeAgain.average = rangeAgain;
    this.signal.average = mean;
  }

  /**
   * Rescales all four averages if they are close to underflow: they fade while ranges are zero, but the ratio of the last two must stay
   * exact.
   */
  #lift(): void {
    const lift = rescaleFactor(this.range.average, this.rangeAgain.average);
    this.distance.average *= lift;
    this.range.average *= lift;
    this.distanceAgain.average *= lift;
    this.rangeAgain.average *= lift;
  }
}

/** Output values of one bar. */
class SmiValue {
  smi = NaN;
  signal = NaN;
}

class SmiStream extends Stream<SmiValue> {
  declare readonly extremes: BlockRange;
  declare readonly averages: Averages;
  readonly value = new SmiValue();

  constructor(params: { period: number; first: number; second: number; signal: number }) {
    super();
    this.extremes = new BlockRange(params.period);
    this.averages = new Averages(params.first, params.second, params.signal);
  }

  update(high: number, low: number, close: number): SmiValue {
    const bar = high - low + close;
    const nanIfMissing = bar - bar;
    const { value, averages } = this;
    this.extremes.update(high + nanIfMissing, low + nanIfMissing);
    value.smi = averages.update(close, this.extremes.highest, this.extremes.lowest);
    value.signal = averages.signal.factor === 1 ? value.smi : averages.signal.update(value.smi);
    return value;
  }

  override peek(high: number, low: number, close: number): SmiValue {
    const bar = high - low + close;
    const nanIfMissing = bar - bar;
    const value = new SmiValue();
    const highest = this.extremes.peekHighest(high + nanIfMissing, low + nanIfMissing);
    value.smi = this.averages.peek(close, highest, this.extremes.peekLowest(high + nanIfMissing, low + nanIfMissing));
    const { signal } = this.averages;
    value.signal = signal.factor === 1 ? value.smi : signal.peek(value.smi);
    return value;
  }
}
