import * as param from "../primitives/param-kinds.ts";
import { pastIsZero, percentChange as percentChangeOver } from "../primitives/percent-change.ts";
import { defineIndicator } from "./define.ts";
import { PercentChangeStream } from "./percent-change-stream.ts";

/** A constant of this module is built into its loops; a call of what is imported costs 2 ns a bar more. */
const percentChange = percentChangeOver;

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
    for (let i = period | 0; i < length; i++) out[i] = percentChange(source[i], source[i - period]);
  },
  stream: ({ period }) => new PercentChangeStream(period),
});
