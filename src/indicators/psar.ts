import { MISSING, type Column } from "../primitives/column.ts";
import { NOISE } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Parabolic stop and reverse: a stop that follows the trend and comes closer the longer the trend lasts. Below the bars the trend is up
 * and the value is the stop of a long position; above them the trend is down. A bar that touches the stop reverses the trend.
 *
 * `next = stop + acceleration * (extreme - stop)`, never inside the range of the last two bars
 *
 * `extreme` is the highest high (lowest low) of the trend. Each new extreme adds `step` to the acceleration, up to `max`.
 *
 * - `step`: default 0.02. `max`: default 0.2. Both are fractions of the way from the stop to the extreme; a `step` above `max` counts
 *   as `max`.
 * - First value at index 1. The first trend is down if the low fell by more than the high rose, else up. The first stop is the low
 *   (high) of the first bar; the next one is limited by the second bar only.
 * - At a reversal the value is already the new stop on the other side, known only at the bar's end. It is the extreme of the trend that
 *   ended, limited by this bar and the previous one. `extreme` then restarts with this bar's low (high), the acceleration with `step`.
 * - A missing value has no stop; the next bar continues from the last state.
 * - The influence of the first bars may never fade: it lasts until reversals remove it.
 *
 * J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 *
 * @example
 * psar(Float64Array.of(10, 11, 12, 11), Float64Array.of(9, 10, 11, 8)); // NaN, 9, 9.04, 12
 */
export const psar = defineIndicator({
  name: "psar",
  title: "Parabolic SAR",
  category: "trend",
  inputs: ["high", "low"],
  params: {
    step: param.number({
      default: 0.02,
      min: 0,
      max: 1,
      description: "first acceleration, and its increase at each new extreme",
    }),
    max: param.number({ default: 0.2, min: 0, max: 1, description: "highest acceleration" }),
  },
  outputs: { value: { title: "Parabolic SAR", scale: { price: 1 } } },
  memory: "recursive",
  warmup: () => 1,
  batch([high, low], { step, max }, [out]) {
    const stream = new PsarStream(step, max);
    const length = high.length;
    for (let start = 0; start < length; start += STRIP) stream.batch(high, low, start, stripEnd(start, length), out);
  },
  stream: ({ step, max }) => new PsarStream(step, max),
});

/*
 * A falling trend is a rising one with all prices negated. `side` is 1 in a rising trend and -1 in a falling one. Stop and extreme
 * are stored multiplied by it. Each bar is read as a near end, which can touch the stop, and a far end, which can be a new extreme.
 */
/** Scratch memory to select one of two prices without a branch, which would be mispredicted half the time. */
const pick = new Float64Array(6);

class PsarStream extends Stream<number> {
  declare readonly step: number;
  declare readonly max: number;
  /** Direction of the trend: 1 rising, -1 falling, 0 until there are two bars. */
  side = 0;
  stop = NaN;
  extreme = NaN;
  acceleration = NaN;
  /** High and low of the previous bar, NaN if there is none. */
  lastHigh = NaN;
  lastLow = NaN;

  constructor(step: number, max: number) {
    super();
    this.step = Math.min(step, max);
    this.max = max;
  }

  update(high: number, low: number): number {
    const height = high - low;
    if (height - height !== 0) return MISSING[0];
    if (this.side === 0 && !this.#begin(high, low)) return MISSING[0];
    const { side, stop } = this;
    const near = side > 0 ? low : -high;
    if (near <= stop) return this.#turn(high, low);
    const far = side > 0 ? high : -low;
    const lastNear = side > 0 ? this.lastLow : -this.lastHigh;
    const acceleration = Math.min(this.acceleration + this.step * Number(far > this.extreme), this.max);
    const extreme = Math.max(this.extreme, far);
    this.acceleration = acceleration;
    this.extreme = extreme;
    this.stop = Math.min(stop + acceleration * (extreme - stop), Math.min(lastNear, near));
    this.lastHigh = high;
    this.lastLow = low;
    return stop * side + 0;
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. */
  batch(high: Column, low: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.side === 0; i++) out[i] = this.update(high[i], low[i]);
    const { step, max } = this;
    let { side, stop, extreme, acceleration, lastHigh, lastLow } = this;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const top = high[i];
        const bottom = low[i];
        const height = top - bottom;
        if (height - height !== 0) break;
        let near = side > 0 ? bottom : -top;
        let far = side > 0 ? top : -bottom;
        let lastNear = side > 0 ? lastLow : -lastHigh;
        if (near <= stop) {
          side = -side;
          near = -far;
          far = side > 0 ? top : -bottom;
          lastNear = side > 0 ? lastLow : -lastHigh;
          stop = Math.min(-extreme, Math.min(lastNear, near));
          extreme = far;
          acceleration = step;
        } else {
          // The processor cannot predict whether a bar makes a new extreme, so both cases are computed and one is selected without a branch.
          const further = Number(far > extreme);
          pick[2] = extreme;
          pick[3] = far;
          pick[4] = acceleration;
          pick[5] = Math.min(acceleration + step, max);
          extreme = pick[2 + further];
          acceleration = pick[4 + further];
        }
        out[i] = stop * side + 0;
        pick[0] = lastNear;
        pick[1] = near;
        const nearest = pick[Number(near < lastNear)];
        const next = stop + acceleration * (extreme - stop);
        pick[0] = nearest;
        pick[1] = next;
        stop = pick[Number(next < nearest)];
        lastHigh = top;
        lastLow = bottom;
      }
      if (i < end) out[i] = NaN;
    }
    this.side = side;
    this.stop = stop;
    this.extreme = extreme;
    this.acceleration = acceleration;
    this.lastHigh = lastHigh;
    this.lastLow = lastLow;
  }

  /** Stores the first bar, or starts the first trend with the second one. Returns whether a trend started. */
  #begin(high: number, low: number): boolean {
    const { lastHigh, lastLow } = this;
    this.lastHigh = high;
    this.lastLow = low;
    if (lastHigh !== lastHigh) return false;
    const rise = high - lastHigh;
    const fall = lastLow - low;
    const noise = 2 * NOISE * (Math.abs(high) + Math.abs(low));
    this.side = fall > 0 && fall - rise > noise ? -1 : 1;
    this.stop = this.side > 0 ? lastLow : -lastHigh;
    this.extreme = this.side > 0 ? high : -low;
    this.acceleration = this.step;
    return true;
  }

  /** Reverses the trend on a bar that touched the stop. Returns the first stop of the new trend. */
  #turn(high: number, low: number): number {
    this.side = -this.side;
    const near = this.side > 0 ? low : -high;
    const far = this.side > 0 ? high : -low;
    const nearest = Math.min(this.side > 0 ? this.lastLow : -this.lastHigh, near);
    const stop = Math.min(-this.extreme, nearest);
    this.extreme = far;
    this.acceleration = this.step;
    this.stop = Math.min(stop + this.step * (far - stop), nearest);
    this.lastHigh = high;
    this.lastLow = low;
    return stop * this.side + 0;
  }
}
