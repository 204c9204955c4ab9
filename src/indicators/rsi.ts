import { param } from "../primitives/param.ts";
import { fadingSteps, Smoothing, wilderFactor } from "../primitives/smoothing.ts";
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
 * - No losses 100, no gains 0, no change at all 50. A market that stands still keeps the value it had, however long.
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
  stableAfter: ({ period }) => period + fadingSteps(wilderFactor(period)),
  batch([source], { period }, [out]) {
    const length = source.length;
    const gains = new Smoothing(wilderFactor(period), period);
    const losses = new Smoothing(wilderFactor(period), period);
    let last = NaN;
    let i = 0;
    for (; i < length && gains.average !== gains.average; i++) {
      const change = source[i] - last;
      last = source[i];
      out[i] = strength(gains.update(gain(change)), losses.update(loss(change)));
    }
    const factor = gains.factor;
    let up = gains.average;
    let down = losses.average;
    for (; i < length; i++) {
      // The stretch up to the next gap, see `smooth`.
      for (; i < length; i++) {
        const value = source[i];
        const change = value - last;
        last = value;
        if (change - change !== 0) break;
        up += factor * (gain(change) - up);
        down += factor * (loss(change) - down);
        out[i] = strength(up, down);
        if (up + down < FAINT) {
          up *= LIFT;
          down *= LIFT;
        }
      }
      if (i < length) out[i] = NaN;
    }
  },
  stream: ({ period }) => new RsiStream(period),
});

/*
 * While a market stands still both averages fade and their ratio stays. Before they lose digits they are lifted by the same power
 * of 2: to a size that is still nothing beside any change of a price.
 */
const FAINT = 2 ** -900;
const LIFT = 2 ** 200;

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
  readonly gains: Smoothing;
  readonly losses: Smoothing;
  last = NaN;

  constructor(period: number) {
    super();
    this.gains = new Smoothing(wilderFactor(period), period);
    this.losses = new Smoothing(wilderFactor(period), period);
  }

  update(source: number): number {
    const change = source - this.last;
    this.last = source;
    const up = this.gains.update(gain(change));
    const down = this.losses.update(loss(change));
    if (up + down < FAINT) {
      this.gains.average *= LIFT;
      this.losses.average *= LIFT;
    }
    return strength(up, down);
  }

  override peek(source: number): number {
    const change = source - this.last;
    return strength(this.gains.peek(gain(change)), this.losses.peek(loss(change)));
  }
}
