import { BlockMoments, blockMoments } from "../primitives/block-moments.ts";
import type { Column } from "../primitives/column.ts";
import { TINY, RESCALE, rescaleTinyAverages } from "../primitives/underflow.ts";
import { changeWithoutNoise as moveBetween } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { convergenceSteps, Smoothing, wilderFactor } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const moveOf = moveBetween;

/**
 * Relative volatility index: the share of volatility that fell on rising bars, in percent. It reads like the relative strength
 * index but measures volatility instead of distance. It is used to confirm other signals: buy only above 50, sell only below.
 *
 * `100 * up / (up + down)`, where `up` is Wilder's average of the standard deviation on rising bars, counting 0 on other bars; `down`
 * likewise for falling bars
 *
 * - `period`: bars of the population standard deviation, at least 2; default 10.
 * - `smoothing`: bars of Wilder's averages; default 14.
 * - An unchanged bar counts on neither side. Without any movement the value is 50; in a market that becomes constant it keeps
 *   its last value.
 * - First value at index `period + smoothing - 2`. A missing value gives no deviation for every window that contains it; then
 *   the averages continue.
 * - The seed (initial average) fades: after about 14 · `smoothing` bars its weight is below one millionth.
 *
 * Donald Dorsey, The Relative Volatility Index, Technical Analysis of Stocks & Commodities (1993).
 *
 * @example
 * // The deviations are 1 on a rising, 2 on a falling and 1 on a rising bar.
 * rvi(Float64Array.of(10, 12, 8, 10), 2, 2); // NaN, NaN, 33.3333, 60
 */
export const rvi = defineIndicator({
  name: "rvi",
  title: "Relative volatility index",
  category: "volatility",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 10, min: 2, description: "number of bars of the standard deviation" }),
    smoothing: param.integer({ default: 14, description: "number of bars of Wilder's averages" }),
  },
  outputs: { value: { title: "RVI", scale: { source: 0 }, range: [0, 100] } },
  memory: "recursive",
  warmup: ({ period, smoothing }) => period + smoothing - 2,
  stableAfter: ({ period, smoothing }) => 2 * period + smoothing - 3 + convergenceSteps(wilderFactor(smoothing)),
  batch([source], { period, smoothing }, [out]) {
    const length = source.length;
    const excess = borrowColumn(length);
    blockMoments(source, period, excess, out);
    returnColumn(excess);
    const sides = new Sides(smoothing);
    for (let start = 0; start < length; start += STRIP) sides.batch(source, start, stripEnd(start, length), out);
  },
  stream: ({ period, smoothing }) => new RviStream(period, smoothing),
});

function share(up: number, down: number): number {
  const both = up + down;
  return both === 0 ? 50 : 100 * (up / both);
}

/** The averages of the standard deviation on rising bars and on falling bars. */
class Sides {
  declare readonly up: Smoothing;
  declare readonly down: Smoothing;
  last = NaN;

  constructor(period: number) {
    this.up = new Smoothing(wilderFactor(period), period);
    this.down = new Smoothing(wilderFactor(period), period);
  }

  peek(source: number, variance: number): number {
    const deviation = Math.sqrt(variance);
    const move = moveOf(source, this.last);
    const up = this.up.peek(deviation * Number(move > 0));
    return share(up, this.down.peek(deviation * Number(move < 0)));
  }

  update(source: number, variance: number): number {
    const deviation = Math.sqrt(variance);
    const move = moveOf(source, this.last);
    const up = this.up.update(deviation * Number(move > 0));
    const down = this.down.update(deviation * Number(move < 0));
    this.last = source;
    rescaleTinyAverages(this.up, this.down);
    return share(up, down);
  }

  /** Computes the bars from `start` to `end` (exclusive) in one loop, as `update` would. On entry `out` contains the variances. */
  batch(source: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.up.average !== this.up.average; i++) out[i] = this.update(source[i], out[i]);
    if (i === end) return;
    const factor = this.up.factor;
    let up = this.up.average;
    let down = this.down.average;
    let last = this.last;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const price = source[i];
        const deviation = Math.sqrt(out[i]);
        const move = moveOf(price, last);
        const rises = Number(move > 0);
        const falls = Number(move < 0);
        last = price;
        if (deviation - deviation !== 0) break;
        up += factor * (deviation * rises - up);
        down += factor * (deviation * falls - down);
        out[i] = share(up, down);
        // This is checked on every bar, as in the stream, since one average can be far smaller than the other.
        if (up + down < TINY) {
          up *= RESCALE;
          down *= RESCALE;
        }
      }
      if (i < end) out[i] = NaN;
    }
    this.up.average = up;
    this.down.average = down;
    this.last = last;
  }
}

class RviStream extends Stream<number> {
  declare readonly window: BlockMoments;
  declare readonly sides: Sides;

  constructor(period: number, smoothing: number) {
    super();
    this.window = new BlockMoments(period);
    this.sides = new Sides(smoothing);
  }

  update(source: number): number {
    return this.sides.update(source, this.window.update(source).variance);
  }

  override peek(source: number): number {
    return this.sides.peek(source, this.window.peek(source).variance);
  }
}
