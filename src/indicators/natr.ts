import { AverageTrueRange, firstAtrIndex, atrConvergence } from "../primitives/average-true-range.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { firstTr } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Normalized average true range: how far a bar usually moves, in percent of the close. It compares markets at different
 * prices, or one market over many years.
 *
 * `100 * atr / close`
 *
 * - `period`: true ranges in Wilder's average; default 14.
 * - `firstTr`: true range of a bar without a previous close. `"none"`, the default: no true range, so the first value is
 *   at index `period`. `"highLow"`: `high - low`, so the first value is at `period - 1`.
 * - A close of zero has no value.
 * - A missing bar leaves two true ranges missing, or one with `"highLow"`. Then the average continues.
 * - The seed (initial average) fades: after about 14 · `period` bars its weight is below one millionth.
 *
 * @example
 * // The average true ranges are 3 and 3.5.
 * const high = Float64Array.of(10, 12, 14, 9);
 * const low = Float64Array.of(8, 9.5, 13, 8);
 * const close = Float64Array.of(9, 11, 12, 8.5);
 * natr(high, low, close, 2); // NaN, NaN, 25, 41.1765
 */
export const natr = defineIndicator({
  name: "natr",
  title: "Normalized average true range",
  category: "volatility",
  inputs: ["high", "low", "close"],
  params: { period: param.integer({ default: 14, description: "number of true ranges in Wilder's average" }), firstTr },
  outputs: {
    value: {
      title: "NATR",
      scale: { price: 0 },
      undefinedWhen: { description: "the close is zero", holds: closeIsZero },
    },
  },
  compat: { tradingview: { firstTr: "highLow" } },
  memory: "recursive",
  warmup: (params) => firstAtrIndex(params.period, params.firstTr),
  stableAfter: (params) => atrConvergence(params.period, params.firstTr),
  batch([high, low, close], params, [out]) {
    const average = new AverageTrueRange(params.period, params.firstTr);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP) {
      const end = stripEnd(start, length);
      average.batch(high, low, close, start, end, out);
      writePercents(close, start, end, out);
    }
  },
  stream: (params) => new NatrStream(new AverageTrueRange(params.period, params.firstTr)),
});

function writePercents(close: Column, start: number, end: number, out: Column): void {
  for (let i = start | 0; i < end; i++) out[i] = percentOf(out[i], close[i]);
}

function percentOf(average: number, close: number): number {
  return 100 * (average / (close === 0 ? MISSING[0] : close));
}

class NatrStream extends Stream<number> {
  declare readonly average: AverageTrueRange;

  constructor(average: AverageTrueRange) {
    super();
    this.average = average;
  }

  update(high: number, low: number, close: number): number {
    return percentOf(this.average.update(high, low, close), close);
  }

  override peek(high: number, low: number, close: number): number {
    return percentOf(this.average.peek(high, low, close), close);
  }
}

function closeIsZero(inputs: readonly Column[], _: unknown, index: number): boolean {
  return inputs[2]![index] === 0;
}
