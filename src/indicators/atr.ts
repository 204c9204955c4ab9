import { AverageTrueRange, firstAtrIndex, atrConvergence } from "../primitives/average-true-range.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { firstTr } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Average true range: how far a bar usually moves, gaps included, in units of price and without direction. Stops and
 * position sizes are commonly set as a multiple of it: wide in a volatile market, narrow in a calm one.
 *
 * `atr[t] = atr[t-1] + (tr[t] - atr[t-1]) / period`, starting with the mean of the first `period` true ranges
 *
 * - `period`: true ranges in Wilder's average; default 14.
 * - `firstTr`: true range of a bar without a previous close. `"none"`, the default: no true range, so the first one is at
 *   index 1 and the first value at `period`. `"highLow"`: `high - low`, so the first value is at `period - 1`.
 * - A missing bar leaves two true ranges missing, or one with `"highLow"`. Then the average continues.
 * - The seed (initial average) fades: after about 14 · `period` bars its weight is below one millionth.
 *
 * J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 *
 * @example
 * const high = Float64Array.of(10, 12, 14, 9);
 * const low = Float64Array.of(8, 9.5, 13, 8);
 * const close = Float64Array.of(9, 11, 13.5, 8.5);
 * atr(high, low, close, 2); // NaN, NaN, 3, 4.25
 */
export const atr = defineIndicator({
  name: "atr",
  title: "Average true range",
  category: "volatility",
  inputs: ["high", "low", "close"],
  params: { period: param.integer({ default: 14, description: "number of true ranges in Wilder's average" }), firstTr },
  outputs: { value: { title: "ATR", scale: { price: 1 } } },
  compat: { tradingview: { firstTr: "highLow" } },
  memory: "recursive",
  warmup: (params) => firstAtrIndex(params.period, params.firstTr),
  stableAfter: (params) => atrConvergence(params.period, params.firstTr),
  batch([high, low, close], params, [out]) {
    const average = new AverageTrueRange(params.period, params.firstTr);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      average.batch(high, low, close, start, stripEnd(start, length), out);
  },
  stream: (params) => new AtrStream(new AverageTrueRange(params.period, params.firstTr)),
});

class AtrStream extends Stream<number> {
  declare readonly average: AverageTrueRange;

  constructor(average: AverageTrueRange) {
    super();
    this.average = average;
  }

  update(high: number, low: number, close: number): number {
    return this.average.update(high, low, close);
  }

  override peek(high: number, low: number, close: number): number {
    return this.average.peek(high, low, close);
  }
}
