import { Efficiency, efficiency } from "../primitives/efficiency.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Efficiency ratio: the net move of a price as a share of its total movement. 1 is a move without a setback; near 0 much
 * movement led nowhere. It distinguishes a trend in either direction from noise.
 *
 * `|x[t] - x[t-period]| / (|x[t] - x[t-1]| + … + |x[t-period+1] - x[t-period]|)`
 *
 * - `period`: steps in the window; default 10.
 * - `flat`: value of a window without movement; default 1, as in Kaufman's average.
 * - First value at index `period`. A missing value gives NaN for every window that contains it.
 *
 * Perry J. Kaufman, Smarter Trading (1995).
 *
 * @example
 * efficiencyRatio(Float64Array.of(10, 11, 13, 12, 12), 2); // NaN, NaN, 1, 0.333333, 1
 */
export const efficiencyRatio = defineIndicator({
  name: "efficiencyRatio",
  title: "Efficiency ratio",
  category: "trend",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 10, description: "number of price changes in the window" }),
    flat: param.number({ default: 1, min: 0, max: 1, description: "result for a window of constant prices" }),
  },
  outputs: { value: { title: "Efficiency", scale: { source: 0 }, range: [0, 1] } },
  memory: "window",
  warmup: ({ period }) => period,
  batch: ([source], { period, flat }, [out]) => efficiency(source, period, flat, out),
  stream: ({ period, flat }) => new EfficiencyRatioStream(period, flat),
});

class EfficiencyRatioStream extends Stream<number> {
  declare readonly efficiency: Efficiency;

  constructor(period: number, flat: number) {
    super();
    this.efficiency = new Efficiency(period, flat);
  }

  update(source: number): number {
    return this.efficiency.update(source);
  }

  override peek(source: number): number {
    return this.efficiency.peek(source);
  }
}
