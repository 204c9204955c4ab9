import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { convergenceSteps, Smoothing, wilderFactor } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Relative strength index: which share of the recent movement went up, in percent. Above 70 a market is commonly called
 * overbought, below 30 oversold; in a strong trend it stays there for long.
 *
 * `100 * gain / (gain + loss)`, where gain and loss are Wilder's averages of the upward and of the downward changes
 *
 * - `period`: changes in the average, 14 unless given.
 * - First value at index `period`, one later than an average: it needs `period` changes.
 * - No losses 100, no gains 0, no change at all 50. A market that stands still keeps the value it had, however long; over one
 *   change (`period` 1) it is at 50.
 * - A missing value leaves two changes missing: it and the next bar have no value, then the averages go on.
 * - The seed fades: after about 14 · `period` bars it weighs less than a millionth, so compare with another source only then.
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
  params: { period: param.integer({ default: 14, description: "changes in Wilder's average" }) },
  outputs: { value: { title: "RSI", scale: { source: 0 }, range: [0, 100] } },
  memory: "recursive",
  warmup: ({ period }) => period,
  stableAfter: ({ period }) => period + convergenceSteps(wilderFactor(period)),
  batch([source], { period }, [out]) {
    const stream = new RsiStream(period);
    const length = source.length;
    for (let start = 0; start < length; start += STRIP) stream.updateRange(source, start, stripEnd(start, length), out);
  },
  stream: ({ period }) => new RsiStream(period),
});

/*
 * While a market stands still both averages fade and their ratio stays. Before they lose digits they are lifted by the same power
 * of 2: to a size that is still nothing beside any change of a price. One that is all but nothing beside the other loses its digits
 * all the same, so that batch and stream agree only if both look on every bar. From this near on, that is: a stretch halves them 64 times at most.
 */
const FAINT = 2 ** -900;
const LIFT = 2 ** 200;
const NEAR = 2 ** -830;

/** The change where it is upward, else 0, without a branch on its sign: (|c| + c) / 2 is exact. */
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

  /** Takes the bars from `start` to before `end` and writes their values: `update` in one loop. */
  updateRange(source: Column, start: number, end: number, out: Column): void {
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
      // Up to the next gap in a loop of its own, see `smoothRange`.
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
