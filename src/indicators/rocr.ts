import { Delay } from "../primitives/delay.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import * as param from "../primitives/param-kinds.ts";
import { pastIsZero } from "../primitives/percent-change.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** A constant of this module is built into its loops; a call of what is imported costs 2 ns a bar more. */
const finite = finiteOf;

/**
 * Rate of change as a ratio: what the price is now for each unit that it was `period` bars ago. Above 1 it has risen; 1.02 is a
 * gain of two percent. Ratios of neighbouring stretches multiply, which percentages do not.
 *
 * `x[t] / x[t-period]`
 *
 * - `period`: bars to look back, 9 unless given. For the change in percent see `roc`.
 * - First value at index `period`. A missing value takes with it the bar that looks back at it, and no other one.
 * - No value where the price looked back at is zero.
 *
 * @example
 * rocr(Float64Array.of(10, 8, 12, 10), 2); // NaN, NaN, 1.2, 1.25
 */
export const rocr = defineIndicator({
  name: "rocr",
  title: "Rate of change, ratio",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 9, description: "bars to look back" }) },
  outputs: {
    value: {
      title: "ROCR",
      scale: { source: 0 },
      undefinedWhen: { description: "the price looked back at is zero", holds: pastIsZero },
    },
  },
  memory: "window",
  warmup: ({ period }) => period,
  batch([source], { period }, [out]) {
    const length = source.length;
    out.fill(NaN, 0, Math.min(period, length));
    for (let i = period | 0; i < length; i++) out[i] = ratio(source[i], source[i - period]);
  },
  stream: ({ period }) => new RocrStream(period),
});

/** Over a past of zero it is infinite or none, and so missing; over an infinite one it would be 0, and is missing too. */
function ratio(value: number, past: number): number {
  return finite(value / finite(past));
}

class RocrStream extends Stream<number> {
  declare readonly past: Delay;

  constructor(period: number) {
    super();
    this.past = new Delay(period);
  }

  update(source: number): number {
    return ratio(source, this.past.update(source));
  }

  override peek(source: number): number {
    return ratio(source, this.past.peek(source));
  }
}
