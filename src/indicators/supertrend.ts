import { AverageTrueRange, firstAtrIndex } from "../primitives/average-true-range.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import { NOISE } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { firstTr } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * SuperTrend: a stop at a multiple of the average true range. It only moves closer to the price, until a close beyond it
 * reverses the trend. Below the bars the trend is up and the line is the stop of a long position; above them the trend is down.
 *
 * `upper = (high + low) / 2 + multiplier * atr`, `lower = (high + low) / 2 - multiplier * atr`
 *
 * The upper band never rises and the lower band never falls, except after a close beyond a band: the next bar then sets that band. The
 * line is the lower band in an uptrend and the upper band in a downtrend.
 *
 * - `period`: true ranges in Wilder's average; default 10. `multiplier`: default 3.
 * - `direction`: 1 up, -1 down. It turns up on a close above the upper band and down on a close below the lower band. A close on the
 *   band does not turn it.
 * - `initial`: direction of the first bar; default `"down"`.
 * - `firstTr`: true range of a bar without a previous close, see `atr`. First value at index `period`, or `period - 1` with `"highLow"`.
 * - A missing bar gives as many bars without a value as true ranges are missing; then bands and direction continue.
 * - The influence of the first bars may never fade: it lasts until reversals remove it.
 *
 * @example
 * const high = Float64Array.of(10, 11, 14, 13, 9);
 * const low = Float64Array.of(8, 9, 12, 11, 6);
 * const close = Float64Array.of(9, 10, 14, 12, 7);
 * supertrend(high, low, close, 1, 1).line; // NaN, 12, 9, 9, 13.5
 */
export const supertrend = defineIndicator({
  name: "supertrend",
  title: "SuperTrend",
  category: "trend",
  inputs: ["high", "low", "close"],
  params: {
    period: param.integer({ default: 10, description: "number of true ranges in Wilder's average" }),
    multiplier: param.number({
      default: 3,
      min: 0,
      description: "distance of the bands from the middle, in average true ranges",
    }),
    initial: param.choice(["down", "up"], { default: "down", description: "direction of the first bar" }),
    firstTr,
  },
  outputs: {
    line: { title: "SuperTrend", scale: { price: 1 } },
    direction: { title: "Direction", scale: { price: 0 }, range: [-1, 1] },
  },
  compat: { tradingview: { firstTr: "highLow" } },
  memory: "recursive",
  warmup(params) {
    const first = firstAtrIndex(params.period, params.firstTr);
    return { line: first, direction: first };
  },
  batch([high, low, close], params, [line, direction]) {
    const stream = new SupertrendStream(params);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP)
      stream.batch(high, low, close, start, stripEnd(start, length), line, direction);
  },
  stream: (params) => new SupertrendStream(params),
});

type Settings = { period: number; multiplier: number; initial: "down" | "up"; firstTr: "none" | "highLow" };

/** Output values of one bar. */
class SupertrendValue {
  line = NaN;
  direction = NaN;
}

/** Whether a price exceeds another by more than a rounding error. */
function beyond(price: number, other: number): boolean {
  return price - other > 4 * NOISE * Math.abs(price);
}

class SupertrendStream extends Stream<SupertrendValue> {
  declare readonly average: AverageTrueRange;
  declare readonly multiplier: number;
  declare readonly initial: 1 | -1;
  /** Direction of the trend; 0 before the first value. */
  direction = 0;
  /** Bands and close of the last bar that has bands. The initial bands are infinite, so that the first bar replaces them. */
  upper = Infinity;
  lower = -Infinity;
  last = 0;
  readonly value = new SupertrendValue();

  constructor({ period, multiplier, initial, firstTr: first }: Settings) {
    super();
    this.average = new AverageTrueRange(period, first);
    this.multiplier = multiplier;
    this.initial = initial === "up" ? 1 : -1;
  }

  update(high: number, low: number, close: number): SupertrendValue {
    const value = this.value;
    this.#take(high, low, close, this.average.update(high, low, close), value);
    return value;
  }

  #take(high: number, low: number, close: number, average: number, into: SupertrendValue): void {
    if (average !== average) {
      into.line = MISSING[0];
      into.direction = MISSING[0];
      return;
    }
    const middle = (high + low) * 0.5;
    const reach = this.multiplier * average;
    const upper = middle + reach;
    const lower = middle - reach;
    if (upper < this.upper || beyond(this.last, this.upper)) this.upper = upper;
    if (lower > this.lower || beyond(this.lower, this.last)) this.lower = lower;
    this.last = close;
    if (this.direction === 0) this.direction = this.initial;
    else if (this.direction > 0) this.direction = beyond(this.lower, close) ? -1 : 1;
    else this.direction = beyond(close, this.upper) ? 1 : -1;
    into.line = this.direction > 0 ? this.lower : this.upper;
    into.direction = this.direction;
  }

  /** Computes the bars from `start` to `end` (exclusive) in two loops, as `update` would. */
  batch(high: Column, low: Column, close: Column, start: number, end: number, line: Column, direction: Column): void {
    // The column of the line first receives the average true ranges.
    this.average.batch(high, low, close, start, end, line);
    let i = start | 0;
    for (; i < end && this.direction === 0; i++) {
      this.#take(high[i], low[i], close[i], line[i], this.value);
      line[i] = this.value.line;
      direction[i] = this.value.direction;
    }
    const { multiplier } = this;
    let { upper, lower, last, direction: trend } = this;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const average = line[i];
        if (average !== average) break;
        const middle = (high[i] + low[i]) * 0.5;
        const reach = multiplier * average;
        if (middle + reach < upper || beyond(last, upper)) upper = middle + reach;
        if (middle - reach > lower || beyond(lower, last)) lower = middle - reach;
        last = close[i];
        if (trend > 0) trend = beyond(lower, last) ? -1 : 1;
        else trend = beyond(last, upper) ? 1 : -1;
        line[i] = trend > 0 ? lower : upper;
        direction[i] = trend;
      }
      if (i < end) direction[i] = NaN;
    }
    this.upper = upper;
    this.lower = lower;
    this.last = last;
    this.direction = trend;
  }
}
