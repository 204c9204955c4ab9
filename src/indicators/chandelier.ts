import { AverageTrueRange, firstAtrIndex, atrConvergence } from "../primitives/average-true-range.ts";
import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { firstTr } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Chandelier exit: stops a few average true ranges below the highest high of the last bars, and above the lowest low. A close below
 * `long` ends a long position, a close above `short` ends a short one.
 *
 * `long = highest high - multiplier * atr`, `short = lowest low + multiplier * atr`, all over `period` bars
 *
 * - `period`: default 22. `multiplier`: default 3. Unit: price.
 * - The stops can move away from the price: `long` falls when the highest high leaves the window or volatility rises.
 * - `firstTr`: true range of a bar without a previous close, see `atr`. First values at index `period`, or `period - 1` with `"highLow"`.
 * - A missing bar gives no stops while the window of the extremes contains it; the average true range continues.
 * - The seed of the average fades: after about 14 · `period` bars its weight is below one millionth.
 *
 * Charles Le Beau's exit, as described in Alexander Elder, Come Into My Trading Room (2002).
 *
 * @example
 * const high = Float64Array.of(10, 12, 14, 13);
 * const low = Float64Array.of(8, 9.5, 13, 8);
 * const close = Float64Array.of(9, 11, 13.5, 8.5);
 * chandelier(high, low, close, 2, 1).long; // NaN, NaN, 11, 9.75
 */
export const chandelier = defineIndicator({
  name: "chandelier",
  title: "Chandelier exit",
  category: "trend",
  inputs: ["high", "low", "close"],
  params: {
    period: param.integer({
      default: 22,
      description: "number of bars of the highest high, lowest low and average true range",
    }),
    multiplier: param.number({ default: 3, min: 0, description: "distance of the stop, in average true ranges" }),
    firstTr,
  },
  outputs: {
    long: { title: "Exit of a long position", scale: { price: 1 } },
    short: { title: "Exit of a short position", scale: { price: 1 } },
  },
  compat: { tradingview: { firstTr: "highLow" } },
  memory: "recursive",
  warmup(params) {
    const first = firstAtrIndex(params.period, params.firstTr);
    return { long: first, short: first };
  },
  stableAfter: (params) => atrConvergence(params.period, params.firstTr),
  batch([high, low, close], params, [long, short]) {
    const average = new AverageTrueRange(params.period, params.firstTr);
    const length = close.length;
    const ranges = borrowColumn(length);
    for (let start = 0; start < length; start += STRIP)
      average.batch(high, low, close, start, stripEnd(start, length), ranges);
    blockExtremes(high, low, close, params.period, long, short);
    const { multiplier } = params;
    for (let i = 0; i < length; i++) {
      const reach = multiplier * ranges[i];
      long[i] -= reach;
      short[i] += reach;
    }
    returnColumn(ranges);
  },
  stream: (params) => new ChandelierStream(params),
});

type Settings = { period: number; multiplier: number; firstTr: "none" | "highLow" };

/** Output values of one bar. */
class ChandelierValue {
  long = NaN;
  short = NaN;
}

class ChandelierStream extends Stream<ChandelierValue> {
  declare readonly average: AverageTrueRange;
  declare readonly extremes: BlockRange;
  declare readonly multiplier: number;
  readonly value = new ChandelierValue();

  constructor({ period, multiplier, firstTr: first }: Settings) {
    super();
    this.average = new AverageTrueRange(period, first);
    this.extremes = new BlockRange(period);
    this.multiplier = multiplier;
  }

  update(high: number, low: number, close: number): ChandelierValue {
    const reach = this.multiplier * this.average.update(high, low, close);
    const bar = high - low + close;
    const nanIfMissing = bar - bar;
    this.extremes.update(high + nanIfMissing, low + nanIfMissing);
    this.value.long = this.extremes.highest - reach;
    this.value.short = this.extremes.lowest + reach;
    return this.value;
  }

  override peek(high: number, low: number, close: number): ChandelierValue {
    const reach = this.multiplier * this.average.peek(high, low, close);
    const bar = high - low + close;
    const nanIfMissing = bar - bar;
    const value = new ChandelierValue();
    value.long = this.extremes.peekHighest(high + nanIfMissing, low + nanIfMissing) - reach;
    value.short = this.extremes.peekLowest(high + nanIfMissing, low + nanIfMissing) + reach;
    return value;
  }
}
