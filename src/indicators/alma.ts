import { firstFinite, MISSING, type Column } from "../primitives/column.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { Window } from "../primitives/window.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Arnaud Legoux moving average: a mean weighted by a bell curve whose peak lies near the newest bars. The position and
 * width of the peak trade smoothness against lag.
 *
 * `sum of w[k] * x[k] / sum of w[k]`, k from 0 for the oldest bar to `period - 1`,
 * `w[k] = exp(-(k - offset * (period - 1))² / (2 * (period / sigma)²))`
 *
 * - `period`: default 9. `offset`: default 0.85; 0 puts the peak at the oldest bar, 1 at the newest. `sigma`: default 6; a
 *   larger value makes the bell narrower, 0 weighs all bars equally.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - Time per bar grows with the period, since each bar recomputes the weighted sum.
 *
 * Arnaud Legoux and Dimitris Kouzis-Loukas (2009).
 *
 * @example
 * alma(Float64Array.of(1, 2, 6, 3, 3), 3); // NaN, NaN, 4.75033, 3.92516, 3.00763
 */
export const alma = defineIndicator({
  name: "alma",
  title: "Arnaud Legoux moving average",
  category: "average",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 9, description: "number of bars in the window" }),
    offset: param.number({
      default: 0.85,
      min: 0,
      max: 1,
      description: "position of the weight's peak: 0 oldest bar, 1 newest",
    }),
    sigma: param.number({
      default: 6,
      min: 0,
      max: 100,
      description: "narrowness of the bell curve: period / deviation",
    }),
  },
  outputs: { value: { title: "ALMA", scale: { source: 1 } } },
  memory: "window",
  cost: "period",
  warmup: ({ period }) => period - 1,
  batch([source], { period, offset, sigma }, [out]) {
    const length = source.length;
    const first = firstFinite([source]) + period - 1;
    out.fill(NaN, 0, Math.min(first, length));
    if (first >= length) return;
    const weights = bell(period, offset, sigma);
    for (let start = first; start < length; start += STRIP) weigh(source, start, stripEnd(start, length), weights, out);
  },
  stream: ({ period, offset, sigma }) => new AlmaStream(period, offset, sigma),
});

/** Returns the weights from the oldest bar to the newest. Their sum is 1. */
function bell(period: number, offset: number, sigma: number): Column {
  const top = offset * (period - 1);
  const deviation = period / sigma;
  const weights = new Float64Array(period);
  let total = 0;
  for (let k = 0; k < period; k++) {
    const distance = (k - top) / deviation;
    weights[k] = Math.exp(-(distance * distance) / 2);
    total += weights[k];
  }
  for (let k = 0; k < period; k++) weights[k] /= total;
  return weights;
}

/** Computes the averages of the bars from `start` to `end` (exclusive), two at a time so that additions can overlap. */
function weigh(source: Column, start: number, end: number, weights: Column, out: Column): void {
  const period = weights.length;
  let i = start | 0;
  for (; i < end - 1; i += 2) {
    const oldest = (i - period + 1) | 0;
    let even = 0;
    let odd = 0;
    let nextEven = 0;
    let nextOdd = 0;
    let k = 0;
    for (; k < period - 1; k += 2) {
      const middle = source[oldest + k + 1];
      even += weights[k] * source[oldest + k];
      odd += weights[k + 1] * middle;
      nextEven += weights[k] * middle;
      nextOdd += weights[k + 1] * source[oldest + k + 2];
    }
    if (k < period) {
      even += weights[k] * source[oldest + k];
      nextEven += weights[k] * source[oldest + k + 1];
    }
    out[i] = finite(even + odd);
    out[i + 1] = finite(nextEven + nextOdd);
  }
  for (; i < end; i++) out[i] = mean(source, i - period + 1, weights);
}

/** Returns the weighted average of one window, from two interleaved sums. */
function mean(values: Column, oldest: number, weights: Column): number {
  const period = weights.length;
  let even = 0;
  let odd = 0;
  let k = 0;
  for (; k < period - 1; k += 2) {
    even += weights[k] * values[oldest + k];
    odd += weights[k + 1] * values[oldest + k + 1];
  }
  if (k < period) even += weights[k] * values[oldest + k];
  return finite(even + odd);
}

class AlmaStream extends Stream<number> {
  declare readonly offset: number;
  declare readonly sigma: number;
  declare readonly window: Window;
  /** Weights of the window. They are allocated when the first window is full, so that a long period uses no memory before. */
  weights: Column = new Float64Array(0);
  seen = 0;

  constructor(period: number, offset: number, sigma: number) {
    super();
    this.offset = offset;
    this.sigma = sigma;
    this.window = new Window(period);
  }

  update(source: number): number {
    if (this.seen < this.window.period) return this.#begin(source) * 1;
    this.window.push(source);
    return this.#mean(0);
  }

  override peek(source: number): number {
    if (this.seen < this.window.period) return super.peek(source);
    this.window.setNext(source);
    return this.#mean(1);
  }

  #begin(source: number): number {
    // Missing values before the first finite value are skipped.
    if (this.seen === 0 && source - source !== 0) return MISSING[0];
    const { period } = this.window;
    this.window.push(source);
    if (++this.seen < period) return MISSING[0];
    this.weights = bell(period, this.offset, this.sigma);
    return this.#mean(0);
  }

  /** Returns the average of the current window, or of the window that starts `later` bars later. */
  #mean(later: number): number {
    const { block, end, period } = this.window;
    return mean(block, (end - period + later) | 0, this.weights);
  }
}
