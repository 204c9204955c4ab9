import { AdaptiveSmoothing, smoothAdaptively } from "../primitives/adaptive-smoothing.ts";
import type { Column } from "../primitives/column.ts";
import { Efficiency, efficiency } from "../primitives/efficiency.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Kaufman's adaptive moving average: it follows the price closely in a straight move and hardly moves in noise. It lies
 * flat in a range, so crossing it means more than crossing an average of fixed length.
 *
 * `kama[t] = kama[t-1] + c² * (x[t] - kama[t-1])` with `c = e * (k(fast) - k(slow)) + k(slow)`,
 * `e` the efficiency ratio of the last `period` steps and `k(n) = 2 / (n + 1)`
 *
 * - `period`: steps of the efficiency ratio; default 10.
 * - `fast`: period of the average in a straight move; default 2. `slow`: period in pure noise; default 30.
 * - First value at index `period`, starting from the value of the previous bar. A window without movement has efficiency 1.
 * - A missing value gives no average for its bar and the `period` bars after it. Then the average continues.
 * - The seed fades: its weight is below one millionth after about 3300 bars of pure noise, and after 25 bars in a trend.
 *
 * Perry J. Kaufman, Smarter Trading (1995).
 *
 * @example
 * kama(Float64Array.of(10, 11, 13, 12), 2); // NaN, NaN, 11.8889, 11.8967
 */
export const kama = defineIndicator({
  name: "kama",
  title: "Kaufman's adaptive moving average",
  category: "average",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 10, description: "number of price changes in the efficiency ratio" }),
    fast: param.integer({ default: 2, description: "number of bars of the average in a straight move" }),
    slow: param.integer({ default: 30, description: "number of bars of the average in pure noise" }),
  },
  outputs: { value: { title: "KAMA", scale: { source: 1 } } },
  memory: "recursive",
  warmup: ({ period }) => period,
  // The bars before the first value stay in the window for another `period` bars.
  stableAfter: ({ period, fast, slow }) => 2 * period + convergenceSteps(emaFactor(Math.max(fast, slow)) ** 2),
  batch([source], { period, fast, slow }, [out]) {
    const still = emaFactor(slow);
    const span = emaFactor(fast) - still;
    efficiency(source, period, 1, out);
    const { length } = out;
    for (let start = 0; start < length; start += STRIP) factors(span, still, start, stripEnd(start, length), out);
    smoothAdaptively(source, 1, out);
  },
  stream: ({ period, fast, slow }) => new KamaStream(period, fast, slow),
});

function factorOf(ratio: number, span: number, still: number): number {
  const constant = ratio * span + still;
  return constant * constant;
}

/** Replaces efficiency ratios by smoothing factors, from `start` to `end` (exclusive). */
function factors(span: number, still: number, start: number, end: number, out: Column): void {
  for (let i = start | 0; i < end; i++) out[i] = factorOf(out[i], span, still);
}

class KamaStream extends Stream<number> {
  declare readonly span: number;
  declare readonly still: number;
  declare readonly efficiency: Efficiency;
  readonly smoothing = new AdaptiveSmoothing();

  constructor(period: number, fast: number, slow: number) {
    super();
    this.still = emaFactor(slow);
    this.span = emaFactor(fast) - this.still;
    this.efficiency = new Efficiency(period, 1);
  }

  update(source: number): number {
    const { last } = this.efficiency;
    return this.smoothing.update(source, factorOf(this.efficiency.update(source), this.span, this.still), last);
  }

  override peek(source: number): number {
    const { last } = this.efficiency;
    return this.smoothing.peek(source, factorOf(this.efficiency.peek(source), this.span, this.still), last);
  }
}
