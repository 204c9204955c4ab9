import { TrueRange, trueRange as rangesOf } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * True range: how far the market moved since the previous close, including the gap between bars. In a market that opens at its
 * last close it is the high minus the low.
 *
 * `max(high - low, |high - close[t-1]|, |low - close[t-1]|)`, in units of price
 *
 * - First value at index 1, since the first bar has no previous close. The average `atr` can use `high - low` of the first bar instead.
 * - A missing bar and the next bar have no value.
 *
 * J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 *
 * @example
 * trueRange(Float64Array.of(10, 12, 14), Float64Array.of(8, 9.5, 13), Float64Array.of(9, 11, 13.5)); // NaN, 3, 3
 */
export const trueRange = defineIndicator({
  name: "trueRange",
  title: "True range",
  category: "volatility",
  inputs: ["high", "low", "close"],
  params: {},
  outputs: { value: { title: "True range", scale: { price: 1 } } },
  memory: "window",
  warmup: () => 1,
  batch: ([high, low, close], _, [out]) => rangesOf(high, low, close, out),
  stream: () => new TrueRangeStream(),
});

class TrueRangeStream extends Stream<number> {
  readonly range = new TrueRange();

  update(high: number, low: number, close: number): number {
    return this.range.update(high, low, close);
  }

  override peek(high: number, low: number, close: number): number {
    return this.range.peek(high, low, close);
  }
}
