import { AverageTrueRange, firstAtrIndex, atrConvergence } from "../primitives/average-true-range.ts";
import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { Bands, writeBands } from "../primitives/bands.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { firstTr, type FirstTrueRange } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * STARC bands: a short average of the close with a band on each side at a multiple of the bars' usual range. Few bars go beyond them.
 * A buy near the upper band, or a sale near the lower one, is late.
 *
 * `middle = sma(close)`, `upper` and `lower = middle ± multiplier * atr`
 *
 * - `period`: bars of the average; default 6. `atrPeriod`: true ranges in Wilder's average; default 15. `multiplier`: default 2.
 * - `firstTr`: `"none"`, the default, or `"highLow"` to use `high - low` for a bar without a previous close.
 * - `middle` starts at index `period - 1`. The bands start with it, or at `atrPeriod` if that is later (`"highLow"`: one bar earlier).
 * - A missing bar gives no value for every average of closes that contains it, and leaves two true ranges missing.
 *
 * Manning Stoller: the name is short for Stoller average range channel.
 *
 * @example
 * const high = Float64Array.of(10, 12, 14, 9);
 * const low = Float64Array.of(8, 9.5, 13, 8);
 * const close = Float64Array.of(9, 11, 13.5, 8.5);
 * starc(high, low, close, 2, 2, 2).lower; // NaN, NaN, 6.25, 2.5
 */
export const starc = defineIndicator({
  name: "starc",
  title: "STARC bands",
  category: "volatility",
  inputs: ["high", "low", "close"],
  params: {
    period: param.integer({ default: 6, description: "number of bars of the average" }),
    atrPeriod: param.integer({ default: 15, description: "number of true ranges in Wilder's average" }),
    multiplier: param.number({ default: 2, min: 0, description: "distance of a band, in average true ranges" }),
    firstTr,
  },
  outputs: {
    upper: { title: "Upper band", scale: { price: 1 } },
    middle: { title: "Middle", scale: { price: 1 } },
    lower: { title: "Lower band", scale: { price: 1 } },
  },
  compat: { tradingview: { firstTr: "highLow" } },
  memory: "recursive",
  warmup(params) {
    const middle = params.period - 1;
    const band = Math.max(middle, firstAtrIndex(params.atrPeriod, params.firstTr));
    return { upper: band, middle, lower: band };
  },
  stableAfter: (params) =>
    Math.max(params.period - 1, atrConvergence(params.atrPeriod, params.firstTr)) + params.period,
  batch([high, low, close], params, [upper, middle, lower]) {
    const range = new AverageTrueRange(params.atrPeriod, params.firstTr);
    const length = close.length;
    for (let i = 0; i < length; i++) lower[i] = close[i] + (high[i] - high[i]) + (low[i] - low[i]);
    blockSum(lower, params.period, params.period, middle);
    for (let start = 0; start < length; start += STRIP) {
      const end = stripEnd(start, length);
      range.batch(high, low, close, start, end, upper);
      writeBands(params.multiplier, start, end, upper, middle, lower);
    }
  },
  stream: (params) => new StarcStream(params),
});

class StarcStream extends Stream<Bands> {
  declare readonly multiplier: number;
  declare readonly average: BlockSum;
  declare readonly range: AverageTrueRange;
  readonly value = new Bands();

  constructor(params: { period: number; atrPeriod: number; multiplier: number; firstTr: FirstTrueRange }) {
    super();
    this.multiplier = params.multiplier;
    this.average = new BlockSum(params.period);
    this.range = new AverageTrueRange(params.atrPeriod, params.firstTr);
  }

  update(high: number, low: number, close: number): Bands {
    const middle = this.average.update(close + (high - high) + (low - low)) / this.average.period;
    return this.value.set(middle, this.multiplier * this.range.update(high, low, close));
  }

  override peek(high: number, low: number, close: number): Bands {
    const middle = this.average.peek(close + (high - high) + (low - low)) / this.average.period;
    return new Bands().set(middle, this.multiplier * this.range.peek(high, low, close));
  }
}
