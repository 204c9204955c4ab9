import * as param from "../primitives/param-kinds.ts";
import { pastIsZero, percentChange as percentChangeOver } from "../primitives/percent-change.ts";
import { defineIndicator } from "./define.ts";
import { PercentChangeStream } from "./percent-change-stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const percentChange = percentChangeOver;

/**
 * Rate of change: the change of the price over `period` bars, in percent of the earlier price. It compares markets with
 * different prices, which `mom` cannot. At zero the price is back where it was.
 *
 * `100 * (x[t] - x[t-period]) / x[t-period]`
 *
 * - `period`: bars to look back; default 9.
 * - In percent: 2 is two percent. Use `rocr` for the ratio of the two prices.
 * - First value at index `period`. A missing value gives NaN for its bar and for the bar `period` bars later.
 * - No value if the earlier price is zero.
 *
 * @example
 * roc(Float64Array.of(10, 8, 12, 10), 2); // NaN, NaN, 20, 25
 */
export const roc = defineIndicator({
  name: "roc",
  title: "Rate of change",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 9, description: "number of bars to look back" }) },
  outputs: {
    value: {
      title: "ROC",
      scale: { source: 0 },
      undefinedWhen: { description: "the earlier price is zero", holds: pastIsZero },
    },
  },
  memory: "window",
  warmup: ({ period }) => period,
  batch([source], { period }, [out]) {
    const length = source.length;
    out.fill(NaN, 0, Math.min(period, length));
    for (let i = period | 0; i < length; i++) out[i] = percentChange(source[i], source[i - period]);
  },
  stream: ({ period }) => new PercentChangeStream(period),
});
