import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Donchian channel: the highest high and the lowest low of the last bars, and their middle. A close outside the channel is a
 * breakout, on which the turtle traders entered.
 *
 * `upper = max(high)`, `lower = min(low)`, `middle = (upper + lower) / 2`
 *
 * - `period`: bars in the window; default 20.
 * - `lag`: 0, the default, includes the current bar in the channel, so that its prices are never outside. 1 excludes the current bar,
 *   so that `close > upper` can be true.
 * - First values at index `period - 1 + lag`. A missing value gives NaN on its bar and for every window that contains it.
 *
 * @example
 * const { upper } = donchian(Float64Array.of(10, 12, 11, 13), Float64Array.of(8, 9, 9, 10), 2, 1);
 * upper; // NaN, NaN, 12, 12
 */
export const donchian = defineIndicator({
  name: "donchian",
  title: "Donchian channel",
  category: "volatility",
  inputs: ["high", "low"],
  params: {
    period: param.integer({ default: 20, description: "number of bars in the window" }),
    lag: param.integer({
      default: 0,
      min: 0,
      max: 1,
      description: "1 leaves out the latest bar, to find breakouts",
    }),
  },
  outputs: {
    upper: { title: "Upper band", scale: { price: 1 } },
    middle: { title: "Middle", scale: { price: 1 } },
    lower: { title: "Lower band", scale: { price: 1 } },
  },
  memory: "window",
  warmup({ period, lag }) {
    const first = period - 1 + lag;
    return { upper: first, middle: first, lower: first };
  },
  batch([high, low], { period, lag }, [upper, middle, lower]) {
    blockExtremes(high, low, low, period, upper, lower);
    if (lag === 1) shiftByOneBar(high, low, upper, lower);
    for (let i = 0; i < middle.length; i++) middle[i] = (upper[i] + lower[i]) * 0.5;
  },
  stream: ({ period, lag }) => new DonchianStream(period, lag),
});

/** Moves both bands to the next bar. A missing bar has no bands. */
function shiftByOneBar(high: Column, low: Column, upper: Column, lower: Column): void {
  for (let i = upper.length - 1; i > 0; i--) {
    const height = high[i] - low[i];
    const gap = height - height;
    upper[i] = upper[i - 1] + gap;
    lower[i] = lower[i - 1] + gap;
  }
  if (upper.length === 0) return;
  upper[0] = MISSING[0];
  lower[0] = MISSING[0];
}

/** Output values of one bar. */
class DonchianValue {
  upper = NaN;
  middle = NaN;
  lower = NaN;
}

class DonchianStream extends Stream<DonchianValue> {
  declare readonly lag: number;
  declare readonly extremes: BlockRange;
  /** The bands whose window ends with the last bar. */
  upper = NaN;
  lower = NaN;
  readonly value = new DonchianValue();

  constructor(period: number, lag: number) {
    super();
    this.lag = lag;
    this.extremes = new BlockRange(period);
  }

  update(high: number, low: number): DonchianValue {
    const height = high - low;
    const gap = height - height;
    const { upper, lower } = this;
    this.extremes.update(high, low);
    this.upper = this.extremes.highest;
    this.lower = this.extremes.lowest;
    return this.lag === 1 ? written(this.value, upper + gap, lower + gap) : written(this.value, this.upper, this.lower);
  }

  override peek(high: number, low: number): DonchianValue {
    const height = high - low;
    const gap = height - height;
    const value = new DonchianValue();
    return this.lag === 1
      ? written(value, this.upper + gap, this.lower + gap)
      : written(value, this.extremes.peekHighest(high, low), this.extremes.peekLowest(high, low));
  }
}

function written(into: DonchianValue, upper: number, lower: number): DonchianValue {
  into.upper = upper;
  into.middle = (upper + lower) * 0.5;
  into.lower = lower;
  return into;
}
