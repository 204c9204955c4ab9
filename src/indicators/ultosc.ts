import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Ultimate oscillator: the share of buying pressure in the true range over three windows, with the shorter ones weighted more.
 * Above 70 a market is commonly called overbought, below 30 oversold. Three windows make it less erratic than one.
 *
 * `(4 * share(short) + 2 * share(medium) + share(long)) / 7` with `share(n) = 100 * sum(pressure, n) / sum(true range, n)` and
 * `pressure = close - min(low, previous close)`
 *
 * - `short`: default 7. `medium`: default 14. `long`: default 28.
 * - From 0 to 100. A close outside the true range of its bar counts as a close at the edge.
 * - `flat`: share of a window without any range; default 50.
 * - First value at index `max(short, medium, long)`: the first bar has no previous close. A missing number leaves its bar and
 *   the next one missing, and every window that contains one of them.
 *
 * Larry Williams, The Ultimate Oscillator (1985).
 *
 * @example
 * const high = Float64Array.of(10, 12, 12);
 * const low = Float64Array.of(8, 9, 10);
 * const close = Float64Array.of(9, 12, 11);
 * ultosc(high, low, close, 1, 1, 2); // NaN, NaN, 54.2857
 */
export const ultosc = defineIndicator({
  name: "ultosc",
  title: "Ultimate oscillator",
  category: "momentum",
  inputs: ["high", "low", "close"],
  params: {
    short: param.integer({ default: 7, description: "number of bars of the shortest window, of weight 4" }),
    medium: param.integer({ default: 14, description: "number of bars of the middle window, of weight 2" }),
    long: param.integer({ default: 28, description: "number of bars of the longest window, of weight 1" }),
    flat: param.number({
      default: 50,
      min: 0,
      max: 100,
      description: "share of a window in which all true ranges are 0",
    }),
  },
  outputs: { value: { title: "UO", scale: { price: 0 }, range: [0, 100] } },
  compat: { talib: { flat: 0 } },
  memory: "window",
  warmup: ({ short, medium, long }) => Math.max(short, medium, long),
  batch([high, low, close], { short, medium, long, flat }, [out]) {
    const length = close.length;
    const pressure = borrowColumn(length);
    const range = borrowColumn(length);
    const pressures = borrowColumn(length);
    const ranges = borrowColumn(length);
    pressuresAndRanges(high, low, close, pressure, range);
    out.fill(0);
    addShare(pressure, range, short, 4, flat, pressures, ranges, out);
    addShare(pressure, range, medium, 2, flat, pressures, ranges, out);
    addShare(pressure, range, long, 1, flat, pressures, ranges, out);
    for (let i = 0; i < length; i++) out[i] /= 7;
    returnColumn(pressure);
    returnColumn(range);
    returnColumn(pressures);
    returnColumn(ranges);
  },
  stream: ({ short, medium, long, flat }) => new UltoscStream(short, medium, long, flat),
});

/** Writes the buying pressure and the true range of each bar. */
function pressuresAndRanges(high: Column, low: Column, close: Column, pressure: Column, range: Column): void {
  let previous = MISSING[0];
  for (let i = 0; i < close.length; i++) {
    const gap = high[i] - low[i] + close[i];
    const last = close[i] + (gap - gap);
    const bottom = Math.min(low[i], previous);
    const reach = Math.max(high[i], previous) - bottom + (gap - gap);
    pressure[i] = Math.min(Math.max(last - bottom, 0), reach);
    range[i] = reach;
    previous = last;
  }
}

function addShare(
  pressure: Column,
  range: Column,
  period: number,
  weight: number,
  flat: number,
  pressures: Column,
  ranges: Column,
  out: Column,
): void {
  blockSum(pressure, period, 1, pressures);
  blockSum(range, period, 1, ranges);
  for (let i = 0; i < out.length; i++) out[i] += weight * share(pressures[i], ranges[i], flat);
}

function share(pressure: number, range: number, flat: number): number {
  // The multiplication tells V8 that the result is a double; otherwise it would box every result.
  return range === 0 ? flat * 1 : 100 * (pressure / range);
}

/** The sums of one of the three windows, which form a linked list. V8 then inlines one update into the loop instead of three. */
class Stretch {
  declare readonly pressures: BlockSum;
  declare readonly ranges: BlockSum;
  declare readonly weight: number;
  declare readonly flat: number;
  declare readonly next: Stretch | undefined;

  constructor(period: number, weight: number, flat: number, next?: Stretch) {
    this.pressures = new BlockSum(period);
    this.ranges = new BlockSum(period);
    this.weight = weight;
    this.flat = flat;
    this.next = next;
  }

  peek(pressure: number, range: number): number {
    return share(this.pressures.peek(pressure), this.ranges.peek(range), this.flat);
  }

  update(pressure: number, range: number): number {
    return share(this.pressures.update(pressure), this.ranges.update(range), this.flat);
  }
}

class UltoscStream extends Stream<number> {
  declare readonly stretches: Stretch;
  previous = NaN;

  constructor(short: number, medium: number, long: number, flat: number) {
    super();
    this.stretches = new Stretch(short, 4, flat, new Stretch(medium, 2, flat, new Stretch(long, 1, flat)));
  }

  update(high: number, low: number, close: number): number {
    const gap = high - low + close;
    const last = close + (gap - gap);
    const bottom = Math.min(low, this.previous);
    const range = Math.max(high, this.previous) - bottom + (gap - gap);
    const pressure = Math.min(Math.max(last - bottom, 0), range);
    this.previous = last;
    let sum = 0;
    for (let stretch: Stretch | undefined = this.stretches; stretch; stretch = stretch.next)
      sum += stretch.weight * stretch.update(pressure, range);
    return sum / 7;
  }

  override peek(high: number, low: number, close: number): number {
    const gap = high - low + close;
    const bottom = Math.min(low, this.previous);
    const range = Math.max(high, this.previous) - bottom + (gap - gap);
    const pressure = Math.min(Math.max(close - bottom, 0), range);
    let sum = 0;
    for (let stretch: Stretch | undefined = this.stretches; stretch; stretch = stretch.next)
      sum += stretch.weight * stretch.peek(pressure, range);
    return sum / 7;
  }
}
