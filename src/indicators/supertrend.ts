import { AverageTrueRange, firstAtrIndex } from "../primitives/average-true-range.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import { NOISE } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { firstTr } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * SuperTrend: a stop some average true ranges away from the bars that only ever draws nearer, until a close beyond it turns the
 * trend. Below the bars the trend is up and the line is the stop of a long position, above them it is down.
 *
 * `upper = (high + low) / 2 + multiplier * atr`, `lower = (high + low) / 2 - multiplier * atr`; the upper band falls only and
 * the lower one rises only, but that after a close beyond it the band of the next bar is a new one. The line is the lower band of an
 * uptrend, the upper one of a downtrend
 *
 * - `period` 10 bars of Wilder's average true range and `multiplier` 3 unless given.
 * - `direction` is 1 up and -1 down (TradingView has these signs the other way round). It turns up on a close above the upper
 *   band and down on one below the lower band; a close on the band turns nothing.
 * - `initial`: the direction of the first bar, `"down"` unless given, as in TradingView.
 * - `firstTr`: what a bar without a close before it counts as in the average true range, see `atr`. First value at index
 *   `period`, with `"highLow"` (TradingView) at `period - 1`.
 * - A missing bar leaves as many without value as true ranges are missing; then bands and direction go on from where they were.
 * - What the first bars began lasts until turns have wiped it out, which no number of bars assures.
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
    period: param.integer({ default: 10, description: "true ranges in Wilder's average" }),
    multiplier: param.number({
      default: 3,
      min: 0,
      description: "average true ranges from the middle of a bar to its bands",
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
      stream.updateRange(high, low, close, start, stripEnd(start, length), line, direction);
  },
  stream: (params) => new SupertrendStream(params),
});

type Settings = { period: number; multiplier: number; initial: "down" | "up"; firstTr: "none" | "highLow" };

/** The two numbers of one bar. */
class SupertrendValue {
  line = NaN;
  direction = NaN;
}

/** Whether a price is above another by more than rounding leaves between a price and a band of the same height. */
function beyond(price: number, other: number): boolean {
  return price - other > 4 * NOISE * Math.abs(price);
}

class SupertrendStream extends Stream<SupertrendValue> {
  declare readonly average: AverageTrueRange;
  declare readonly multiplier: number;
  declare readonly initial: 1 | -1;
  /** 0 until there is a first value. */
  direction = 0;
  /** Bands and close of the last bar that had bands; bands out of reach before the first one, so that it sets them. */
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

  /** Takes the bars from `start` to before `end` and writes their numbers: `update` in two loops. */
  updateRange(
    high: Column,
    low: Column,
    close: Column,
    start: number,
    end: number,
    line: Column,
    direction: Column,
  ): void {
    // The average true range lies where the line will.
    this.average.updateRange(high, low, close, start, end, line);
    let i = start | 0;
    for (; i < end && this.direction === 0; i++) {
      this.#take(high[i], low[i], close[i], line[i], this.value);
      line[i] = this.value.line;
      direction[i] = this.value.direction;
    }
    const { multiplier } = this;
    let { upper, lower, last, direction: trend } = this;
    for (; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
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
