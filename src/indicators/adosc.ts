import { MISSING, type Column } from "../primitives/column.ts";
import { moneyFlow } from "../primitives/bar-measures.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Chaikin oscillator: the distance of a fast average of the accumulation/distribution line from a slow one. Above 0 buying
 * accelerates, below 0 selling does. The oscillator turns before the line does.
 *
 * `ema(ad, fast) - ema(ad, slow)`, where `ad` is the running sum of `volume * ((close - low) - (high - close)) / (high - low)`
 *
 * - `fast`: default 3. `slow`: default 10. Unit: volume.
 * - `seed`: first value of both averages. `"sma"`, the default, is the mean of their first values; `"first"` is the first
 *   value itself. The results agree once the initial averages have faded.
 * - First value at index `max(fast, slow) - 1`. A bar whose high equals its low adds 0.
 * - A missing bar has no value; the sum and the averages continue with the next bar.
 *
 * Marc Chaikin.
 *
 * @example
 * const high = Float64Array.of(12, 14, 14);
 * const low = Float64Array.of(8, 10, 10);
 * const close = Float64Array.of(12, 11, 14);
 * // The line is 100, 0, 300. Its last averages of one and two bars are 300 and 216.667.
 * adosc(high, low, close, Float64Array.of(100, 200, 300), 1, 2); // NaN, -50, 83.3333
 */
export const adosc = defineIndicator({
  name: "adosc",
  title: "Chaikin oscillator",
  category: "volume",
  inputs: ["high", "low", "close", "volume"],
  params: {
    fast: param.integer({ default: 3, description: "number of bars of the fast average" }),
    slow: param.integer({ default: 10, description: "number of bars of the slow average" }),
    seed: param.choice(["sma", "first"], {
      default: "sma",
      description: "start of averages: mean of first values or first value",
    }),
  },
  outputs: { value: { title: "Chaikin oscillator", scale: { price: 0, volume: 1 } } },
  compat: { talib: { seed: "first" } },
  memory: "recursive",
  warmup: ({ fast, slow }) => Math.max(fast, slow) - 1,
  stableAfter: ({ fast, slow }) => Math.max(fast, slow) - 1 + convergenceSteps(emaFactor(Math.max(fast, slow))),
  batch([high, low, close, volume], { fast, slow, seed }, [out]) {
    const stream = new AdoscStream(fast, slow, seed);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(high, low, close, volume, start, stripEnd(start, length), out);
  },
  stream: ({ fast, slow, seed }) => new AdoscStream(fast, slow, seed),
});

class AdoscStream extends Stream<number> {
  declare readonly fast: Smoothing;
  declare readonly slow: Smoothing;
  line = 0;
  /** Bars until the first value. */
  declare ahead: number;

  constructor(fast: number, slow: number, seed: "sma" | "first") {
    super();
    this.fast = new Smoothing(emaFactor(fast), seed === "first" ? 1 : fast);
    this.slow = new Smoothing(emaFactor(slow), seed === "first" ? 1 : slow);
    this.ahead = Math.max(fast, slow);
  }

  update(high: number, low: number, close: number, volume: number): number {
    const line = this.line + moneyFlow(high, low, close, volume);
    if (line - line !== 0) return MISSING[0];
    this.line = line;
    const distance = this.fast.update(line) - this.slow.update(line);
    if (this.ahead > 0) this.ahead--;
    return this.ahead > 0 ? MISSING[0] : distance;
  }

  override peek(high: number, low: number, close: number, volume: number): number {
    const line = this.line + moneyFlow(high, low, close, volume);
    return this.ahead > 1 ? MISSING[0] : this.fast.peek(line) - this.slow.peek(line);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(high: Column, low: Column, close: Column, volume: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.ahead > 0; i++) out[i] = this.update(high[i], low[i], close[i], volume[i]);
    const fastFactor = this.fast.factor;
    const slowFactor = this.slow.factor;
    let line = this.line;
    let fast = this.fast.average;
    let slow = this.slow.average;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const flow = moneyFlow(high[i], low[i], close[i], volume[i]);
        if (flow - flow !== 0) break;
        line += flow;
        fast += fastFactor * (line - fast);
        slow += slowFactor * (line - slow);
        out[i] = fast - slow;
      }
      if (i < end) out[i] = NaN;
    }
    this.line = line;
    this.fast.average = fast;
    this.slow.average = slow;
  }
}
