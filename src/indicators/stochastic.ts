import { rangePosition, rangePositions } from "../primitives/bar-measures.ts";
import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Stochastic oscillator: the place of the close between the lowest low and the highest high of the last bars, in percent.
 * Above 80 it closes near the top of its range, below 20 near the bottom. The usual signal there is %K crossing %D.
 *
 * `raw = 100 * (close - lowest) / (highest - lowest)`, `k = sma(raw, slowing)`, `d = sma(k, dPeriod)`
 *
 * - `kPeriod`: bars of the range; default 14. `slowing`: default 3; 1 gives the fast stochastic. `dPeriod`: default 3.
 * - `flat`: value of a window whose highest high equals its lowest low; default 50.
 * - A close outside the range counts as a close at its edge, so values lie from 0 to 100.
 * - `k` starts at index `kPeriod + slowing - 2`, `d` at `kPeriod + slowing + dPeriod - 3`. A bar with a missing number
 *   gives NaN for every window that contains it.
 *
 * George C. Lane, Lane's Stochastics (1984).
 *
 * @example
 * const high = Float64Array.of(10, 12, 11, 13);
 * const low = Float64Array.of(8, 9, 9, 10);
 * const close = Float64Array.of(9, 11, 10, 12);
 * stochastic(high, low, close, 3, 1, 2).k; // NaN, NaN, 50, 75
 */
export const stochastic = defineIndicator({
  name: "stochastic",
  title: "Stochastic oscillator",
  category: "momentum",
  inputs: ["high", "low", "close"],
  params: {
    kPeriod: param.integer({ default: 14, description: "number of bars in the window of highest and lowest" }),
    slowing: param.integer({
      default: 3,
      description: "number of bars of the average for %K; 1 for the fast stochastic",
    }),
    dPeriod: param.integer({ default: 3, description: "number of bars of the average for %D" }),
    flat: param.number({ default: 50, min: 0, max: 100, description: "result if highest and lowest are equal" }),
  },
  outputs: {
    k: { title: "%K", scale: { price: 0 }, range: [0, 100] },
    d: { title: "%D", scale: { price: 0 }, range: [0, 100] },
  },
  compat: { talib: { flat: 0 } },
  memory: "window",
  warmup: ({ kPeriod, slowing, dPeriod }) => ({ k: kPeriod + slowing - 2, d: kPeriod + slowing + dPeriod - 3 }),
  batch([high, low, close], { kPeriod, slowing, dPeriod, flat }, [k, d]) {
    blockExtremes(high, low, close, kPeriod, k, d);
    rangePositions(close, k, d, flat, 0);
    blockSum(d, slowing, slowing, k);
    blockSum(k, dPeriod, dPeriod, d);
  },
  stream: ({ kPeriod, slowing, dPeriod, flat }) => new StochasticStream(kPeriod, slowing, dPeriod, flat),
});

/** Output values of one bar. */
class StochasticValue {
  k = NaN;
  d = NaN;
}

class StochasticStream extends Stream<StochasticValue> {
  declare readonly flat: number;
  declare readonly extremes: BlockRange;
  declare readonly fast: BlockSum;
  declare readonly slow: BlockSum;
  readonly value = new StochasticValue();

  constructor(kPeriod: number, slowing: number, dPeriod: number, flat: number) {
    super();
    this.flat = flat;
    this.extremes = new BlockRange(kPeriod);
    this.fast = new BlockSum(slowing);
    this.slow = new BlockSum(dPeriod);
  }

  update(high: number, low: number, close: number): StochasticValue {
    const gap = high - low + close;
    const nanIfMissing = gap - gap;
    this.extremes.update(high + nanIfMissing, low + nanIfMissing);
    const raw = rangePosition(close, this.extremes.highest, this.extremes.lowest, this.flat);
    this.value.k = this.fast.update(raw) / this.fast.period;
    this.value.d = this.slow.update(this.value.k) / this.slow.period;
    return this.value;
  }

  override peek(high: number, low: number, close: number): StochasticValue {
    const gap = high - low + close;
    const nanIfMissing = gap - gap;
    const highest = this.extremes.peekHighest(high + nanIfMissing, low + nanIfMissing);
    const raw = rangePosition(
      close,
      highest,
      this.extremes.peekLowest(high + nanIfMissing, low + nanIfMissing),
      this.flat,
    );
    const value = new StochasticValue();
    value.k = this.fast.peek(raw) / this.fast.period;
    value.d = this.slow.peek(value.k) / this.slow.period;
    return value;
  }
}
