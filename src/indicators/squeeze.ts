import { AverageTrueRange, firstAtrIndex } from "../primitives/average-true-range.ts";
import { BlockExtreme, blockExtremes } from "../primitives/block-extremes.ts";
import { BlockLine, blockLine, type Line } from "../primitives/block-line.ts";
import { BlockMoments, blockMoments } from "../primitives/block-moments.ts";
import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { emaFactor, convergenceSteps, Smoothing, smoothRange, wilderFactor } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { firstTr, type FirstTrueRange } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Squeeze: whether volatility is compressed, and in which direction the market leans. The squeeze is on while the Bollinger bands
 * lie inside the Keltner channel. The usual entry is at the bar where the squeeze ends, in the direction of the momentum.
 *
 * `on`: 1 while `mean ± deviations * σ` lies inside `ema ± multiplier * atr` on both sides, else 0
 * `momentum`: the end of the regression line through `close - (middle of the range + mean) / 2`, in units of price
 *
 * - `period`: bars of all averages, ranges and lines, at least 2; default 20. `deviations`: default 2. `multiplier`: default 1.5.
 * - `firstTr`: `"none"`, the default, or `"highLow"` to use `high - low` for a bar without a previous close.
 * - `on` starts at index `period`, or one bar earlier with `"highLow"`; `momentum` starts at `2 * period - 2`.
 * - Bands that touch are not inside, so a market without any movement is not in a squeeze; its momentum is exactly 0.
 * - A missing bar gives NaN for every window that contains it; the averages of the channel continue with the next bar.
 *
 * John F. Carter, Mastering the Trade (2005).
 *
 * @example
 * const high = Float64Array.of(10, 12, 14, 9);
 * const low = Float64Array.of(8, 9, 13, 8);
 * squeeze(high, low, Float64Array.of(9, 11, 13, 8), 2).momentum; // NaN, NaN, 1.25, -2.75
 */
export const squeeze = defineIndicator({
  name: "squeeze",
  title: "Squeeze",
  category: "volatility",
  inputs: ["high", "low", "close"],
  params: {
    period: param.integer({
      default: 20,
      min: 2,
      description: "number of bars of all averages, ranges and regression lines",
    }),
    deviations: param.number({ default: 2, min: 0, description: "distance of a Bollinger band, in deviations" }),
    multiplier: param.number({
      default: 1.5,
      min: 0,
      description: "distance of a Keltner band, in average true ranges",
    }),
    firstTr,
  },
  outputs: {
    on: { title: "Squeeze", scale: { price: 0 }, range: [0, 1] },
    momentum: { title: "Momentum", scale: { price: 1 } },
  },
  compat: { tradingview: { firstTr: "highLow" } },
  memory: "recursive",
  warmup: (params) => ({ on: firstAtrIndex(params.period, params.firstTr), momentum: 2 * params.period - 2 }),
  stableAfter: ({ period }) => 2 * period - 2 + convergenceSteps(wilderFactor(period)),
  batch([high, low, close], params, [on, momentum]) {
    const { period } = params;
    const length = close.length;
    const source = borrowColumn(length);
    const excess = borrowColumn(length);
    const room = borrowColumn(length);
    for (let i = 0; i < length; i++) source[i] = close[i] + (high[i] - high[i]) + (low[i] - low[i]);

    blockMoments(source, period, excess, on);
    const average = new Smoothing(emaFactor(period), period);
    const range = new AverageTrueRange(period, params.firstTr);
    for (let start = 0; start < length; start += STRIP) {
      const end = stripEnd(start, length);
      smoothRange(average, source, start, end, momentum);
      range.batch(high, low, close, start, end, room);
      compare(params, start, end, source, excess, momentum, room, on);
    }

    blockExtremes(high, low, close, period, room, momentum);
    for (let i = 0; i < length; i++) source[i] = distance(source[i], excess[i], room[i], momentum[i]);
    blockLine(source, period, excess, momentum);
    const half = (period - 1) / 2;
    for (let i = 0; i < length; i++) momentum[i] = source[i] - (excess[i] - momentum[i] * half);
    returnColumn(source);
    returnColumn(excess);
    returnColumn(room);
  },
  stream: (params) => new SqueezeStream(params),
});

interface Reaches {
  readonly deviations: number;
  readonly multiplier: number;
}

/** Compares the Bollinger bands with the Keltner channel. On entry `on` contains the variances. */
function compare(
  { deviations, multiplier }: Reaches,
  start: number,
  end: number,
  source: Column,
  excess: Column,
  middle: Column,
  range: Column,
  on: Column,
): void {
  for (let i = start | 0; i < end; i++)
    on[i] = inside(source[i] - excess[i], deviations * Math.sqrt(on[i]), middle[i], multiplier * range[i]);
}

/** Returns 1 if the bands around `mean` are inside the bands around `middle`, else 0; NaN if one is missing. */
function inside(mean: number, reach: number, middle: number, room: number): number {
  const upper = mean + reach;
  const lower = mean - reach;
  const ceiling = middle + room;
  const floor = middle - room;
  const gap = upper - upper + (ceiling - ceiling);
  return Number(upper < ceiling) * Number(lower > floor) + gap;
}

/** Returns the distance of a close from the midpoint between range middle and mean. `excess` is the close minus the mean. */
function distance(close: number, excess: number, highest: number, lowest: number): number {
  return (close - (highest + lowest) * 0.5 + excess) * 0.5;
}

/** Output values of one bar. */
class SqueezeValue {
  on = NaN;
  momentum = NaN;
}

class SqueezeStream extends Stream<SqueezeValue> {
  declare readonly deviations: number;
  declare readonly multiplier: number;
  declare readonly half: number;
  declare readonly window: BlockMoments;
  declare readonly average: Smoothing;
  declare readonly range: AverageTrueRange;
  declare readonly highest: BlockExtreme;
  declare readonly lowest: BlockExtreme;
  declare readonly line: BlockLine;
  readonly value = new SqueezeValue();

  constructor({
    period,
    deviations,
    multiplier,
    firstTr: first,
  }: Reaches & { period: number; firstTr: FirstTrueRange }) {
    super();
    this.deviations = deviations;
    this.multiplier = multiplier;
    this.half = (period - 1) / 2;
    this.window = new BlockMoments(period);
    this.average = new Smoothing(emaFactor(period), period);
    this.range = new AverageTrueRange(period, first);
    this.highest = new BlockExtreme(1, period);
    this.lowest = new BlockExtreme(-1, period);
    this.line = new BlockLine(period);
  }

  update(high: number, low: number, close: number): SqueezeValue {
    const source = close + (high - high) + (low - low);
    const { excess, variance } = this.window.update(source);
    const room = this.multiplier * this.range.update(high, low, close);
    const middle = this.average.update(source);
    const nanIfMissing = source - source;
    const away = distance(
      source,
      excess,
      this.highest.update(high + nanIfMissing),
      this.lowest.update(low + nanIfMissing),
    );
    const value = this.value;
    value.on = inside(source - excess, this.deviations * Math.sqrt(variance), middle, room);
    this.line.update(away);
    value.momentum = this.#end(away, this.line);
    return value;
  }

  override peek(high: number, low: number, close: number): SqueezeValue {
    const source = close + (high - high) + (low - low);
    const { excess, variance } = this.window.peek(source);
    const room = this.multiplier * this.range.peek(high, low, close);
    const nanIfMissing = source - source;
    const away = distance(source, excess, this.highest.peek(high + nanIfMissing), this.lowest.peek(low + nanIfMissing));
    const value = new SqueezeValue();
    value.on = inside(source - excess, this.deviations * Math.sqrt(variance), this.average.peek(source), room);
    value.momentum = this.#end(away, this.line.peek(away));
    return value;
  }

  #end(away: number, { excess, slope }: Line): number {
    return away - (excess - slope * this.half);
  }
}
