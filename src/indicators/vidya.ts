import { AdaptiveSmoothing, smoothAdaptively } from "../primitives/adaptive-smoothing.ts";
import { Efficiency, efficiency } from "../primitives/efficiency.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor } from "../primitives/smoothing.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Variable index dynamic average: an exponential average that slows down when momentum is low. If all changes go in one direction
 * it is the plain average of its period. The more they cancel out, the less it moves.
 *
 * `vidya[t] = vidya[t-1] + k * |cmo[t]| / 100 * (x[t] - vidya[t-1])` with `k = 2 / (period + 1)` and Chande's momentum oscillator
 * `cmo = 100 * (gains - losses) / (gains + losses)` over the last `momentum` changes
 *
 * - `period`: bars of the average; default 12. `momentum`: changes; default 9.
 * - First value at index `momentum`, starting from the value of the previous bar. Without any change the momentum is 0.
 * - A missing value gives no average for its bar and the `momentum` bars after it. Then the average continues.
 * - How fast the seed fades depends on the market; without momentum it does not fade.
 *
 * Tushar S. Chande and Stanley Kroll, The New Technical Trader (1994).
 *
 * @example
 * vidya(Float64Array.of(10, 11, 13, 10), 3, 2); // NaN, NaN, 12, 11.8
 */
export const vidya = defineIndicator({
  name: "vidya",
  title: "Variable index dynamic average",
  category: "average",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 12, description: "number of bars of the average at full momentum" }),
    momentum: param.integer({ default: 9, description: "number of price changes in the momentum oscillator" }),
  },
  outputs: { value: { title: "VIDYA", scale: { source: 1 } } },
  memory: "recursive",
  warmup: ({ momentum }) => momentum,
  batch([source], { period, momentum }, [out]) {
    const factor = emaFactor(period);
    efficiency(source, momentum, 0, out);
    for (let i = 0; i < out.length; i++) out[i] *= factor;
    smoothAdaptively(source, 1, out);
  },
  stream: ({ period, momentum }) => new VidyaStream(period, momentum),
});

class VidyaStream extends Stream<number> {
  declare readonly factor: number;
  declare readonly efficiency: Efficiency;
  readonly smoothing = new AdaptiveSmoothing();

  constructor(period: number, momentum: number) {
    super();
    this.factor = emaFactor(period);
    this.efficiency = new Efficiency(momentum, 0);
  }

  update(source: number): number {
    const { last } = this.efficiency;
    return this.smoothing.update(source, this.efficiency.update(source) * this.factor, last);
  }

  override peek(source: number): number {
    const { last } = this.efficiency;
    return this.smoothing.peek(source, this.efficiency.peek(source) * this.factor, last);
  }
}
