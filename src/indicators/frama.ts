import { AdaptiveSmoothing, smoothAdaptively } from "../primitives/adaptive-smoothing.ts";
import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import type { Column } from "../primitives/column.ts";
import { Delay } from "../primitives/delay.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { convergenceSteps } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Fractal adaptive moving average: an average of the bars' middles that is fast in a trend and slow in a range. It equals the price
 * while the two halves of the window cover different prices, and hardly moves while both halves cover the same prices.
 *
 * `frama[t] = frama[t-1] + a * (middle[t] - frama[t-1])` with `a = exp(-4.6 * (dimension - 1))`, at most 1, and
 * `dimension = log2(2 * (range of the older half + range of the newer half) / range of the window)`, from 1 for a line to 2
 *
 * - `period`: bars in the window, at least 2; default 16. An odd period counts as the next even one, since both halves have equal length.
 * - First value at index `period - 1` (of the even period): the middle of that bar. Without any range the dimension is 1.
 * - A missing value gives no average while the window contains it. Then the average continues.
 * - The seed fades: its weight is below one millionth after about 1400 bars of pure noise, and at once in a trend.
 *
 * John F. Ehlers, Fractal Adaptive Moving Averages (2005).
 *
 * @example
 * const high = Float64Array.of(2, 3, 4, 5, 3);
 * const low = Float64Array.of(1, 2, 3, 4, 2);
 * frama(high, low, 4); // NaN, NaN, NaN, 4.5, 4.43259
 */
export const frama = defineIndicator({
  name: "frama",
  title: "Fractal adaptive moving average",
  category: "average",
  inputs: ["high", "low"],
  params: {
    period: param.integer({
      default: 16,
      min: 2,
      description: "number of bars in the window; an odd number is raised by 1",
    }),
  },
  outputs: { value: { title: "FRAMA", scale: { price: 1 } } },
  memory: "recursive",
  warmup: ({ period }) => 2 * halfOf(period) - 1,
  // The bars before the first value stay in the window for another `period` bars.
  stableAfter: ({ period }) => 4 * halfOf(period) + convergenceSteps(Math.exp(-4.6)),
  batch([high, low], { period }, [out]) {
    const half = halfOf(period);
    const length = high.length;
    const highest = borrowColumn(length);
    const lowest = borrowColumn(length);
    blockExtremes(high, low, low, half, highest, lowest);
    for (let start = 0; start < length; start += STRIP)
      factors(highest, lowest, half, start, stripEnd(start, length), out);
    // The highest prices are no longer needed, so their column receives the middles of the bars.
    for (let start = 0; start < length; start += STRIP) middles(high, low, start, stripEnd(start, length), highest);
    smoothAdaptively(highest, 0, out);
    returnColumn(highest);
    returnColumn(lowest);
  },
  stream: ({ period }) => new FramaStream(period),
});

function halfOf(period: number): number {
  return Math.ceil(period / 2);
}

/** Exponent of the ratio in `factorOf`: the factor is exp(-4.6 (D - 1)), and the fractal dimension D is 1 + log2(ratio). */
const STEEPNESS = -4.6 / Math.LN2;

/** Returns the smoothing factor, from the highest and lowest price of the newer and of the older half of the window. */
function factorOf(high: number, low: number, olderHigh: number, olderLow: number): number {
  const halves = high - low + (olderHigh - olderLow);
  const windowRange = Math.max(high, olderHigh) - Math.min(low, olderLow);
  return halves <= windowRange ? 1 : Math.exp(STEEPNESS * Math.log(halves / windowRange));
}

function factors(highest: Column, lowest: Column, half: number, start: number, end: number, out: Column): void {
  const from = Math.min(Math.max(start, half), end);
  out.fill(NaN, start, from);
  for (let i = from | 0; i < end; i++) out[i] = factorOf(highest[i], lowest[i], highest[i - half], lowest[i - half]);
}

function middles(high: Column, low: Column, start: number, end: number, out: Column): void {
  for (let i = start | 0; i < end; i++) out[i] = (high[i] + low[i]) / 2;
}

class FramaStream extends Stream<number> {
  declare readonly extremes: BlockRange;
  declare readonly olderHigh: Delay;
  declare readonly olderLow: Delay;
  readonly smoothing = new AdaptiveSmoothing();

  constructor(period: number) {
    super();
    const half = halfOf(period);
    this.extremes = new BlockRange(half);
    this.olderHigh = new Delay(half);
    this.olderLow = new Delay(half);
  }

  update(high: number, low: number): number {
    this.extremes.update(high, low);
    const { highest: top, lowest: bottom } = this.extremes;
    const middle = (high + low) / 2;
    const factor = factorOf(top, bottom, this.olderHigh.update(top), this.olderLow.update(bottom));
    return this.smoothing.update(middle, factor, middle);
  }

  override peek(high: number, low: number): number {
    const top = this.extremes.peekHighest(high, low);
    const bottom = this.extremes.peekLowest(high, low);
    const middle = (high + low) / 2;
    const factor = factorOf(top, bottom, this.olderHigh.peek(top), this.olderLow.peek(bottom));
    return this.smoothing.peek(middle, factor, middle);
  }
}
