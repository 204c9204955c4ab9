import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { convergenceSteps, Smoothing, wilderFactor } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Relative strength index: the share of upward movement in recent movement, in percent. Above 70 a market is commonly called
 * overbought, below 30 oversold. In a strong trend it stays there for a long time.
 *
 * `100 * gain / (gain + loss)`, where gain and loss are Wilder's averages of the upward and of the downward changes
 *
 * - `period`: changes in the average; default 14.
 * - First value at index `period`: it needs `period` changes.
 * - 100 without losses, 0 without gains, 50 without any change. While prices are constant it keeps its last value; with a `period`
 *   of 1 it is 50.
 * - A bar with a missing value and the next bar have no value. Then the averages continue.
 * - The seed (initial average) fades: after about 14 · `period` bars its weight is below one millionth. Compare with another source only after that.
 *
 * J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 *
 * @example
 * rsi(Float64Array.of(10, 11, 10.5, 12), 2); // NaN, NaN, 66.6667, 88.8889
 */
export const rsi = defineIndicator({
  name: "rsi",
  title: "Relative strength index",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, description: "number of price changes in Wilder's average" }) },
  outputs: { value: { title: "RSI", scale: { source: 0 }, range: [0, 100] } },
  memory: "recursive",
  warmup: ({ period }) => period,
  stableAfter: ({ period }) => period + convergenceSteps(wilderFactor(period)),
  batch([source], { period }, [out]) {
    const stream = new RsiStream(period);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) stream.batch(source, start, stripEnd(start, length), out);
  },
  stream: ({ period }) => new RsiStream(period),
});

/*
 * While prices are constant both averages fade and their ratio stays. Before they lose digits both are multiplied by the
 * same power of 2; they remain negligible next to any price change. Near that limit batch and stream must check on every
 * bar to agree. Elsewhere the batch checks every 64 bars, which halve the averages 64 times at most.
 */
const FAINT = 2 ** -900;
const LIFT = 2 ** 200;
const NEAR = 2 ** -830;

/** Returns the change if it is upward, else 0. The formula (|c| + c) / 2 is exact and needs no branch. */
function gain(change: number): number {
  return (Math.abs(change) + change) * 0.5;
}

function loss(change: number): number {
  return (Math.abs(change) - change) * 0.5;
}

function strength(up: number, down: number): number {
  const movement = up + down;
  return movement === 0 ? 50 : 100 * (up / movement);
}

class RsiStream extends Stream<number> {
  declare readonly gains: Smoothing;
  declare readonly losses: Smoothing;
  last = NaN;

  constructor(period: number) {
    super();
    this.gains = new Smoothing(wilderFactor(period), period);
    this.losses = new Smoothing(wilderFactor(period), period);
  }

  update(source: number): number {
    const change = source - this.last;
    this.last = source;
    const value = strength(this.gains.update(gain(change)), this.losses.update(loss(change)));
    this.#lift();
    return value;
  }

  override peek(source: number): number {
    const change = source - this.last;
    return strength(this.gains.peek(gain(change)), this.losses.peek(loss(change)));
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(source: Column, start: number, end: number, out: Column): void {
    const { gains, losses } = this;
    const { factor } = gains;
    for (let i = start | 0; i < end;) {
      let up = gains.average;
      let down = losses.average;
      if (!(up + down > NEAR && factor < 1)) {
        out[i] = this.update(source[i++]);
        continue;
      }
      let { last } = this;
      const stop = stripEnd(i, end, 64);
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < stop; i++) {
        const value = source[i];
        const change = value - last;
        last = value;
        if (change - change !== 0) break;
        up += factor * (gain(change) - up);
        down += factor * (loss(change) - down);
        out[i] = strength(up, down);
      }
      if (i < stop) out[i++] = NaN;
      gains.average = up;
      losses.average = down;
      this.last = last;
    }
  }

  #lift(): void {
    if (this.gains.average + this.losses.average < FAINT) {
      this.gains.average *= LIFT;
      this.losses.average *= LIFT;
    }
  }
}
