import { TrueRange, trueRange as rangesOf } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * True range: how far the market went from one close to the end of the next bar, the gap between them included. On a market
 * that opens where it closed it is the height of the bar.
 *
 * `max(high - low, |high - close[t-1]|, |low - close[t-1]|)`, in units of price
 *
 * - First value at index 1: the first bar has no close before it. Its average, `atr`, can take the height of that bar instead.
 * - A missing bar leaves itself and the next one without a value: a window of two bars.
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
