import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { gain, loss } from "../primitives/numbers.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { convergenceSteps, wilderFactor } from "../primitives/smoothing.ts";
import { defineIndicator } from "./define.ts";
import { rsi } from "./rsi.ts";
import { Stream } from "./stream.ts";

/**
 * Chande momentum oscillator: gains minus losses over a window, in percent of all movement. It is 100 for a rise without a
 * setback. Above 50 a market is commonly called overbought, below -50 oversold.
 *
 * `100 * (gains - losses) / (gains + losses)`, sums of the upward and of the downward changes
 *
 * - `period`: changes in the window; default 14.
 * - `smoothing`: `"sum"`, the default, is Chande's original: sums over the window. `"wilder"` uses Wilder's averages and
 *   equals `2 * rsi - 100`.
 * - From -100 to 100, and 0 without any movement. First value at index `period`: it needs `period` changes.
 * - A missing value leaves the changes to and from it missing. With `"sum"` every window that contains one of them is NaN. With
 *   `"wilder"` two bars have no value, then the averages continue.
 *
 * Tushar S. Chande and Stanley Kroll, The New Technical Trader (1994).
 *
 * @example
 * cmo(Float64Array.of(10, 13, 12, 12, 14), 3); // NaN, NaN, NaN, 50, 33.3333
 */
export const cmo = defineIndicator({
  name: "cmo",
  title: "Chande momentum oscillator",
  category: "momentum",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 14, description: "number of price changes in the window" }),
    smoothing: param.choice(["sum", "wilder"], {
      default: "sum",
      description: "window sums, or Wilder's averages",
    }),
  },
  outputs: { value: { title: "CMO", scale: { source: 0 }, range: [-100, 100] } },
  compat: { talib: { smoothing: "wilder" } },
  // Wilder's averages depend on all earlier bars. The declaration must hold for both choices of smoothing.
  memory: "recursive",
  warmup: ({ period }) => period,
  stableAfter: ({ period, smoothing }) =>
    period + (smoothing === "wilder" ? convergenceSteps(wilderFactor(period)) : period),
  batch([source], { period, smoothing }, [out]) {
    if (smoothing === "sum") return sums(source, period, out);
    rsi.spec.batch([source], { period }, [out]);
    for (let i = 0; i < out.length; i++) out[i] = 2 * out[i] - 100;
  },
  stream: ({ period, smoothing }) => (smoothing === "sum" ? new SumStream(period) : new WilderStream(period)),
});

function sums(source: Column, period: number, out: Column): void {
  const length = source.length;
  const gains = borrowColumn(length);
  const losses = borrowColumn(length);
  let last = MISSING[0];
  for (let i = 0; i < length; i++) {
    const change = source[i] - last;
    last = source[i];
    gains[i] = gain(change);
    losses[i] = loss(change);
  }
  blockSum(gains, period, 1, out);
  // The gains are no longer needed, so their column receives the sums of the losses.
  blockSum(losses, period, 1, gains);
  for (let i = 0; i < length; i++) out[i] = balance(out[i], gains[i]);
  returnColumn(gains);
  returnColumn(losses);
}

function balance(up: number, down: number): number {
  const movement = up + down;
  return movement === 0 ? 0 : 100 * ((up - down) / movement);
}

class SumStream extends Stream<number> {
  declare readonly gains: BlockSum;
  declare readonly losses: BlockSum;
  last = NaN;

  constructor(period: number) {
    super();
    this.gains = new BlockSum(period);
    this.losses = new BlockSum(period);
  }

  update(source: number): number {
    const change = source - this.last;
    this.last = source;
    return balance(this.gains.update(gain(change)), this.losses.update(loss(change)));
  }

  override peek(source: number): number {
    const change = source - this.last;
    return balance(this.gains.peek(gain(change)), this.losses.peek(loss(change)));
  }
}

class WilderStream extends Stream<number> {
  declare readonly strength: Stream<number>;

  constructor(period: number) {
    super();
    this.strength = rsi.spec.stream({ period });
  }

  update(source: number): number {
    return 2 * this.strength.update(source) - 100;
  }

  override peek(source: number): number {
    return 2 * this.strength.peek(source) - 100;
  }
}
