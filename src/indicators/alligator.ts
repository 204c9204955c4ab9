import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { convergenceSteps, Smoothing, wilderFactor } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Alligator: three averages of the bars' middles, called jaw (slow), teeth and lips (fast). Intertwined lines mean a
 * market without a trend. Lines spread in the order lips, teeth, jaw mean a trend, which is up when the lips are on top.
 *
 * `jaw`, `teeth`, `lips` = Wilder's averages of `(high + low) / 2`
 *
 * - `jaw`: default 13. `teeth`: default 8. `lips`: default 5.
 * - First values at `jaw - 1`, `teeth - 1` and `lips - 1`: each average starts with the mean of its first values.
 * - Each value belongs to the bar at which it is known. Charts draw the jaw 8 bars, the teeth 5 and the lips 3 bars
 *   further right: the jaw drawn at bar i is `jaw[i - 8]`.
 * - A bar with a missing number has no values; the averages continue with the next bar.
 * - The seeds (initial averages) fade: after about 14 times its period the weight of a seed is below one millionth.
 *
 * Bill Williams, New Trading Dimensions (1998).
 *
 * @example
 * alligator(Float64Array.of(2, 4, 6, 8), Float64Array.of(0, 2, 4, 2), 4, 3, 2).lips; // NaN, 2, 3.5, 4.25
 */
export const alligator = defineIndicator({
  name: "alligator",
  title: "Alligator",
  category: "trend",
  inputs: ["high", "low"],
  params: {
    jaw: param.integer({ default: 13, description: "number of bars of the jaw" }),
    teeth: param.integer({ default: 8, description: "number of bars of the teeth" }),
    lips: param.integer({ default: 5, description: "number of bars of the lips" }),
  },
  outputs: {
    jaw: { title: "Jaw", scale: { price: 1 } },
    teeth: { title: "Teeth", scale: { price: 1 } },
    lips: { title: "Lips", scale: { price: 1 } },
  },
  memory: "recursive",
  warmup: ({ jaw, teeth, lips }) => ({ jaw: jaw - 1, teeth: teeth - 1, lips: lips - 1 }),
  stableAfter({ jaw, teeth, lips }) {
    const longest = Math.max(jaw, teeth, lips);
    return longest - 1 + convergenceSteps(wilderFactor(longest));
  },
  batch([high, low], params, [jaw, teeth, lips]) {
    const stream = new AlligatorStream(params);
    const length = high.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(high, low, start, stripEnd(start, length), jaw, teeth, lips);
  },
  stream: (params) => new AlligatorStream(params),
});

/** Output values of one bar. */
class AlligatorValue {
  jaw = NaN;
  teeth = NaN;
  lips = NaN;
}

class AlligatorStream extends Stream<AlligatorValue> {
  declare readonly jaw: Smoothing;
  declare readonly teeth: Smoothing;
  declare readonly lips: Smoothing;
  readonly value = new AlligatorValue();

  constructor({ jaw, teeth, lips }: { jaw: number; teeth: number; lips: number }) {
    super();
    this.jaw = new Smoothing(wilderFactor(jaw), jaw);
    this.teeth = new Smoothing(wilderFactor(teeth), teeth);
    this.lips = new Smoothing(wilderFactor(lips), lips);
  }

  update(high: number, low: number): AlligatorValue {
    const middle = (high + low) / 2;
    this.value.jaw = this.jaw.update(middle);
    this.value.teeth = this.teeth.update(middle);
    this.value.lips = this.lips.update(middle);
    return this.value;
  }

  override peek(high: number, low: number): AlligatorValue {
    const middle = (high + low) / 2;
    const value = new AlligatorValue();
    value.jaw = this.jaw.peek(middle);
    value.teeth = this.teeth.peek(middle);
    value.lips = this.lips.peek(middle);
    return value;
  }

  #warm(): boolean {
    const sum = this.jaw.average + this.teeth.average + this.lips.average;
    return sum === sum;
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(
    high: Column,
    low: Column,
    start: number,
    end: number,
    jawOut: Column,
    teethOut: Column,
    lipsOut: Column,
  ): void {
    let i = start | 0;
    for (; i < end && !this.#warm(); i++) {
      const value = this.update(high[i], low[i]);
      jawOut[i] = value.jaw;
      teethOut[i] = value.teeth;
      lipsOut[i] = value.lips;
    }
    const jawFactor = this.jaw.factor;
    const teethFactor = this.teeth.factor;
    const lipsFactor = this.lips.factor;
    let jaw = this.jaw.average;
    let teeth = this.teeth.average;
    let lips = this.lips.average;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const middle = (high[i] + low[i]) / 2;
        if (middle - middle !== 0) break;
        jaw += jawFactor * (middle - jaw);
        teeth += teethFactor * (middle - teeth);
        lips += lipsFactor * (middle - lips);
        jawOut[i] = jaw;
        teethOut[i] = teeth;
        lipsOut[i] = lips;
      }
      if (i < end) {
        jawOut[i] = NaN;
        teethOut[i] = NaN;
        lipsOut[i] = NaN;
      }
    }
    this.jaw.average = jaw;
    this.teeth.average = teeth;
    this.lips.average = lips;
  }
}
