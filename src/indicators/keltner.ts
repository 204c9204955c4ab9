import { firstAtrIndex } from "../primitives/average-true-range.ts";
import { Bands, writeBands } from "../primitives/bands.ts";
import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { emaFactor, convergenceSteps, Smoothing, smoothRange, wilderFactor } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { firstTr, TrueRange, type FirstTrueRange } from "../primitives/true-range.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Keltner channel: an average of the close with a band on each side at a multiple of the bars' usual range. Its bands widen later
 * and less than Bollinger bands. A close outside shows a strong trend; Bollinger bands inside the channel show a calm market.
 *
 * `middle = ema(close)`, `upper` and `lower = middle ± multiplier * range`
 *
 * - `period`: bars of the average; default 20. `atrPeriod`: bars of the range; default 10. `multiplier`: default 2.
 * - `band`: the range. `"atr"`, the default, is the average true range. `"tr"` is the true range of the bar. `"range"` is
 *   Wilder's average of `high - low` over `atrPeriod` bars, without gaps.
 * - `firstTr`: `"none"`, the default, or `"highLow"` to use `high - low` for a bar without a previous close.
 * - `middle` starts at index `period - 1`. The bands start with it, or at `atrPeriod` if that is later (`"tr"`: 1; `"range"`:
 *   `atrPeriod - 1`).
 * - A missing bar has no values, and the next bar no true range. Then both averages continue.
 *
 * Linda Bradford Raschke gave the channel this form, after Chester W. Keltner, How to Make Money in Commodities (1960).
 *
 * @example
 * const high = Float64Array.of(10, 12, 14, 9);
 * const low = Float64Array.of(8, 9.5, 13, 8);
 * const close = Float64Array.of(9, 11, 13.5, 8.5);
 * keltner(high, low, close, 1, 2, 2).upper; // NaN, NaN, 19.5, 17
 */
export const keltner = defineIndicator({
  name: "keltner",
  title: "Keltner channel",
  category: "volatility",
  inputs: ["high", "low", "close"],
  params: {
    period: param.integer({ default: 20, description: "number of bars of the average" }),
    atrPeriod: param.integer({ default: 10, description: "number of bars in the window of highest and lowest" }),
    multiplier: param.number({ default: 2, min: 0, description: "distance of a band, as a multiple of the range" }),
    band: param.choice(["atr", "tr", "range"], {
      default: "atr",
      description: "range: average true range, the bar's true range, or average of high - low",
    }),
    firstTr,
  },
  outputs: {
    upper: { title: "Upper band", scale: { price: 1 } },
    middle: { title: "Middle", scale: { price: 1 } },
    lower: { title: "Lower band", scale: { price: 1 } },
  },
  compat: { tradingview: { firstTr: "highLow" } },
  memory: "recursive",
  warmup(params) {
    const middle = params.period - 1;
    const band = Math.max(middle, firstRange(params));
    return { upper: band, middle, lower: band };
  },
  stableAfter: (params) =>
    Math.max(
      params.period - 1 + convergenceSteps(emaFactor(params.period)),
      firstRange(params) + (params.band === "tr" ? 0 : convergenceSteps(wilderFactor(params.atrPeriod))),
    ),
  batch([high, low, close], params, [upper, middle, lower]) {
    const average = new Smoothing(emaFactor(params.period), params.period);
    const range = new BandRange(params);
    const length = close.length;
    for (let start = 0; start < length; start += STRIP) {
      const end = stripEnd(start, length);
      closesOfCompleteBars(high, low, close, start, end, middle);
      smoothRange(average, middle, start, end, middle);
      range.batch(high, low, close, start, end, upper);
      writeBands(params.multiplier, start, end, upper, middle, lower);
    }
  },
  stream: (params) => new KeltnerStream(params),
});

interface KeltnerParams {
  readonly period: number;
  readonly atrPeriod: number;
  readonly multiplier: number;
  readonly band: "atr" | "tr" | "range";
  readonly firstTr: FirstTrueRange;
}

/** Returns the index of the first bar for which the distance between middle and bands exists. */
function firstRange({ band, atrPeriod, firstTr: first }: KeltnerParams): number {
  return band === "range" ? atrPeriod - 1 : firstAtrIndex(band === "tr" ? 1 : atrPeriod, first);
}

/** Copies the closes, with NaN for every bar that has a missing number. */
function closesOfCompleteBars(high: Column, low: Column, close: Column, start: number, end: number, out: Column): void {
  for (let i = start | 0; i < end; i++) out[i] = close[i] + (high[i] - high[i]) + (low[i] - low[i]);
}

/** Computes the distance between middle and bands bar by bar, by the definition that `band` selects. */
class BandRange {
  declare readonly heights: boolean;
  declare readonly smooth: boolean;
  declare readonly range: TrueRange;
  declare readonly smoothing: Smoothing;

  constructor({ band, atrPeriod, firstTr: first }: KeltnerParams) {
    this.heights = band === "range";
    this.smooth = band !== "tr";
    this.range = new TrueRange(first);
    this.smoothing = new Smoothing(wilderFactor(atrPeriod), atrPeriod);
  }

  peek(high: number, low: number, close: number): number {
    const range = this.heights ? high - low + (close - close) : this.range.peek(high, low, close);
    return this.smooth ? this.smoothing.peek(range) : range;
  }

  update(high: number, low: number, close: number): number {
    const range = this.heights ? high - low + (close - close) : this.range.update(high, low, close);
    return this.smooth ? this.smoothing.update(range) : range;
  }

  batch(high: Column, low: Column, close: Column, start: number, end: number, out: Column): void {
    if (this.heights) for (let i = start | 0; i < end; i++) out[i] = high[i] - low[i] + (close[i] - close[i]);
    else this.range.batch(high, low, close, start, end, out);
    if (this.smooth) smoothRange(this.smoothing, out, start, end, out);
  }
}

class KeltnerStream extends Stream<Bands> {
  declare readonly multiplier: number;
  declare readonly average: Smoothing;
  declare readonly range: BandRange;
  readonly value = new Bands();

  constructor(params: KeltnerParams) {
    super();
    this.multiplier = params.multiplier;
    this.average = new Smoothing(emaFactor(params.period), params.period);
    this.range = new BandRange(params);
  }

  update(high: number, low: number, close: number): Bands {
    const middle = this.average.update(close + (high - high) + (low - low));
    return this.value.set(middle, this.multiplier * this.range.update(high, low, close));
  }

  override peek(high: number, low: number, close: number): Bands {
    const middle = this.average.peek(close + (high - high) + (low - low));
    return new Bands().set(middle, this.multiplier * this.range.peek(high, low, close));
  }
}
