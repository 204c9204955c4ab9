import type { Column } from "../primitives/column.ts";
import { Delay } from "../primitives/delay.ts";
import { finite } from "../primitives/finite.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Rate of change: how far the price has moved in `period` bars, in percent of what it was then. It compares markets of different
 * prices, which momentum in units of price cannot; crossing zero it says that the price is back where it was.
 *
 * `100 * (x[t] - x[t-period]) / x[t-period]`
 *
 * - `period`: bars to look back, 9 unless given.
 * - In percent: 2 is two percent. For the plain ratio of the two prices see `rocr`.
 * - First value at index `period`. A missing value takes with it the bar that looks back at it, and no other one.
 * - No value where the price looked back at is zero.
 *
 * @example
 * roc(Float64Array.of(10, 8, 12, 10), 2); // NaN, NaN, 20, 25
 */
export const roc = defineIndicator({
  name: "roc",
  title: "Rate of change",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 9, description: "bars to look back" }) },
  outputs: {
    value: {
      title: "ROC",
      scale: { source: 0 },
      undefinedWhen: { description: "the price looked back at is zero", holds: pastIsZero },
    },
  },
  memory: "window",
  warmup: ({ period }) => period,
  batch([source], { period }, [out]) {
    const length = source.length;
    out.fill(NaN, 0, Math.min(period, length));
    for (let i = period; i < length; i++) out[i] = percentChange(source[i], source[i - period]);
  },
  stream: ({ period }) => new RocStream(period),
});

/** The change from `past` to `value` in percent; over a past of zero it is infinite or none, and so missing. */
function percentChange(value: number, past: number): number {
  return finite(100 * ((value - past) / past));
}

class RocStream extends Stream<number> {
  readonly past: Delay;

  constructor(period: number) {
    super();
    this.past = new Delay(period);
  }

  update(source: number): number {
    return percentChange(source, this.past.update(source));
  }

  override peek(source: number): number {
    return percentChange(source, this.past.peek(source));
  }
}

function pastIsZero([source]: readonly Column[], params: Readonly<Record<string, unknown>>, index: number): boolean {
  return source[index - Number(params["period"])] === 0;
}
