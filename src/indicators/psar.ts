import { MISSING, type Column } from "../primitives/column.ts";
import { NOISE } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Parabolic stop and reverse: a stop that follows the trend and draws nearer the longer it lasts. Below the bars the trend is up
 * and the value is the stop of a long position, above them it is down; a bar that touches it turns it round.
 *
 * `next = stop + acceleration * (extreme - stop)`, never inside the last two bars; `extreme` is the highest high (lowest
 * low) of the trend, and each new one adds `step` to the acceleration, up to `max`
 *
 * - `step` 0.02 and `max` 0.2 unless given, as shares of the way from the stop to the extreme; a `step` above `max` is `max`.
 * - First value at index 1. The first direction is down where the low fell by more than the high rose, else up; the first
 *   stop is the far end of the bar before, and the second one is held outside the bar that the trend began with alone, as in TA-Lib.
 * - On a bar that touches the stop the value is already the new stop, on the other side: it is known at the bar's end, not while
 *   the bar trades. It is the extreme of the trend that ended, held outside this bar and the one before; from there `extreme` begins
 *   with this bar's low (high), the acceleration with `step`. A touch counts, as in TA-Lib.
 * - A missing value has no stop; the next one goes on from the state before it.
 * - What the first bars began lasts until turns have wiped it out, which no number of bars assures.
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
      description: "acceleration at the start, and added by each new extreme",
    }),
    max: param.number({ default: 0.2, min: 0, max: 1, description: "highest acceleration" }),
  },
  outputs: { value: { title: "Parabolic SAR", scale: { price: 1 } } },
  memory: "recursive",
  warmup: () => 1,
  batch([high, low], { step, max }, [out]) {
    const stream = new PsarStream(step, max);
    const length = high.length;
    for (let start = 0; start < length; start += STRIP)
      stream.updateRange(high, low, start, stripEnd(start, length), out);
  },
  stream: ({ step, max }) => new PsarStream(step, max),
});

/*
 * A falling trend is a rising one upside down: with all prices negated the rules are the same. So `side` is 1 in a rising trend and -1 in
 * a falling one, the stop and the extreme are kept times the side, and a bar is read as its near and far end: the near one
 * (the low of a rising trend) can touch the stop, the far one can make a new extreme.
 */
/** Where two prices lie while one of them is picked, without a branch that would be a coin toss; nothing stays in it. */
const pick = new Float64Array(6);

class PsarStream extends Stream<number> {
  declare readonly step: number;
  declare readonly max: number;
  /** 0 until there are two bars. */
  side = 0;
  stop = NaN;
  extreme = NaN;
  acceleration = NaN;
  /** The bar before, NaN when there is none. */
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

  /** Takes the bars from `start` to before `end` and writes their stops: `update` in one loop. */
  updateRange(high: Column, low: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.side === 0; i++) out[i] = this.update(high[i], low[i]);
    const { step, max } = this;
    let { side, stop, extreme, acceleration, lastHigh, lastLow } = this;
    for (; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
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
          // Whether a bar goes further is as good as chance: picked without a branch, as the stop is.
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

  /** Takes the first bar, or begins the first trend with the second one: whether it did. */
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

  /** Turns the trend on a bar that touched the stop; the answer is the first stop of the new one. */
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
