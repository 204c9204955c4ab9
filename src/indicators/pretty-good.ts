import { BlockExcess, blockExcess } from "../primitives/block-excess.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { emaFactor, convergenceSteps, smooth, Smoothing } from "../primitives/smoothing.ts";
import { TrueRange, trueRange } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Pretty good oscillator: the distance of the close from its moving average, in average true ranges. Its author bought above 3,
 * sold below -3 and exited at 0.
 *
 * `(close - sma(close, period)) / ema(true range, period)`
 *
 * - `period`: bars of both averages; default 14.
 * - The average true range here is exponential, as its author defined it; Wilder's average reacts later.
 * - First value at index `period`: the first bar has no true range.
 * - No value while the market has not moved since the start. If it stops moving later, the value is exactly 0 after `period` bars.
 * - A bar with a missing number gives no value for every window of the moving average that contains it.
 *
 * @example
 * // 14 - 12.5, divided by the mean of true ranges of 2 and 4.
 * const high = Float64Array.of(11, 12, 15);
 * const low = Float64Array.of(9, 10, 11);
 * const close = Float64Array.of(10, 11, 14);
 * prettyGood(high, low, close, 2); // NaN, NaN, 0.5
 */
export const prettyGood = defineIndicator({
  name: "prettyGood",
  title: "Pretty good oscillator",
  category: "momentum",
  inputs: ["high", "low", "close"],
  params: { period: param.integer({ default: 14, description: "number of bars of both averages" }) },
  outputs: {
    value: {
      title: "PGO",
      scale: { price: 0 },
      undefinedWhen: { description: "the average true range is zero", holds: withoutRange },
    },
  },
  memory: "recursive",
  warmup: ({ period }) => period,
  stableAfter: ({ period }) => period + convergenceSteps(emaFactor(period)),
  batch([high, low, close], { period }, [out]) {
    const { length } = close;
    const column = borrowColumn(length);
    const ranges = borrowColumn(length);
    for (let i = 0; i < length; i++) {
      const range = high[i] - low[i];
      column[i] = close[i] + (range - range);
    }
    blockExcess(column, period, out);
    trueRange(high, low, close, column);
    smooth(new Smoothing(emaFactor(period), period), column, ranges);
    for (let i = 0; i < length; i++) out[i] /= ranges[i] === 0 ? MISSING[0] : ranges[i];
    returnColumn(column);
    returnColumn(ranges);
  },
  stream: ({ period }) => new PrettyGoodStream(period),
});

class PrettyGoodStream extends Stream<number> {
  declare readonly window: BlockExcess;
  declare readonly range: TrueRange;
  declare readonly smoothing: Smoothing;

  constructor(period: number) {
    super();
    this.window = new BlockExcess(period);
    this.range = new TrueRange();
    this.smoothing = new Smoothing(emaFactor(period), period);
  }

  update(high: number, low: number, close: number): number {
    const height = high - low;
    const excess = this.window.update(close + (height - height));
    const average = this.smoothing.update(this.range.update(high, low, close));
    return excess / (average === 0 ? MISSING[0] : average);
  }

  override peek(high: number, low: number, close: number): number {
    const height = high - low;
    const excess = this.window.peek(close + (height - height));
    const average = this.smoothing.peek(this.range.peek(high, low, close));
    return excess / (average === 0 ? MISSING[0] : average);
  }
}

function withoutRange(
  [high, low, close]: readonly Column[],
  params: Readonly<Record<string, unknown>>,
  index: number,
): boolean {
  const period = params["period"] as number;
  const ranges = new Float64Array(close.length);
  trueRange(high, low, close, ranges);
  const average = new Float64Array(close.length);
  smooth(new Smoothing(emaFactor(period), period), ranges, average);
  return average[index] === 0;
}
