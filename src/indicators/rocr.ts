import { Delay } from "../primitives/delay.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import * as param from "../primitives/param-kinds.ts";
import { pastIsZero } from "../primitives/percent-change.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Rate of change as a ratio: the price divided by the price `period` bars ago. Above 1 it has risen; 1.02 is a gain of two
 * percent. Ratios of consecutive periods multiply, which percentages do not.
 *
 * `x[t] / x[t-period]`
 *
 * - `period`: bars to look back; default 9. Use `roc` for the change in percent.
 * - First value at index `period`. A missing value gives NaN for its bar and for the bar `period` bars later.
 * - No value if the earlier price is zero.
 *
 * @example
 * rocr(Float64Array.of(10, 8, 12, 10), 2); // NaN, NaN, 1.2, 1.25
 */
export const rocr = defineIndicator({
  name: "rocr",
  title: "Rate of change, ratio",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 9, description: "number of bars to look back" }) },
  outputs: {
    value: {
      title: "ROCR",
      scale: { source: 0 },
      undefinedWhen: { description: "the earlier price is zero", holds: pastIsZero },
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

/** Returns the ratio of a value to an earlier value; NaN if the earlier value is zero or infinite. */
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
