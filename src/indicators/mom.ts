import { Delay } from "../primitives/delay.ts";
import { finite as finiteOf } from "../primitives/numbers.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

/**
 * Momentum: the change of the price over `period` bars, in units of price. Above zero the price is higher than `period` bars ago.
 * Falling momentum in a rise means that the rise loses pace.
 *
 * `x[t] - x[t-period]`
 *
 * - `period`: bars to look back; default 10.
 * - First value at index `period`. A missing value gives NaN for its bar and for the bar `period` bars later.
 * - Use `roc` for a change in percent.
 *
 * @example
 * mom(Float64Array.of(10, 11, 13, 12), 2); // NaN, NaN, 3, 1
 */
export const mom = defineIndicator({
  name: "mom",
  title: "Momentum",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 10, description: "number of bars to look back" }) },
  outputs: { value: { title: "MOM", scale: { source: 1 } } },
  memory: "window",
  warmup: ({ period }) => period,
  batch([source], { period }, [out]) {
    const length = source.length;
    out.fill(NaN, 0, Math.min(period, length));
    for (let i = period | 0; i < length; i++) out[i] = finite(source[i] - source[i - period]);
  },
  stream: ({ period }) => new MomStream(period),
});

class MomStream extends Stream<number> {
  declare readonly past: Delay;

  constructor(period: number) {
    super();
    this.past = new Delay(period);
  }

  update(source: number): number {
    return finite(source - this.past.update(source));
  }

  override peek(source: number): number {
    return finite(source - this.past.peek(source));
  }
}
