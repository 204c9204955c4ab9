import { EmaDifference } from "../primitives/ema-difference.ts";
import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { rangePosition } from "../primitives/bar-measures.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { emaFactor, convergenceSteps, type Smoothing } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Schaff trend cycle: a MACD passed twice through a stochastic, so that it moves from edge to edge as trends start and
 * end. It turns sooner than the MACD. Rising above 25 is commonly a buy signal, falling below 75 a sell signal.
 *
 * `line = ema(fast) - ema(slow)`, `d` = the place of the line in its range of the last `cycle` bars, in percent, smoothed;
 * `stc` = the place of `d` in its range of the last `cycle` values, smoothed. Smoothing is `s += factor * (x - s)`,
 * starting with the first value.
 *
 * - `cycle`: default 10. `fast`: default 23. `slow`: default 50. `factor`: default 0.5. These are the values of the most used script on TradingView.
 * - A flat range keeps the place of the previous bar; the very first one counts as 50.
 * - First value at index `max(fast, slow) + 2 * cycle - 3`.
 * - A missing bar gives no value for every range that contains it; then the averages continue.
 * - As a market becomes constant, the line moves by less than any price step, and the places reflect only such tiny moves.
 *
 * Doug Schaff, in the 1990s.
 *
 * @example
 * // The macd lines 0, 1/3, 4/9 and -14/27 have a first stochastic of 100, 100 and 0, whose stochastic is 50 and 0.
 * stc(Float64Array.of(1, 1, 2, 3, 1), 2, 1, 2, 1); // NaN, NaN, NaN, 50, 0
 */
export const stc = defineIndicator({
  name: "stc",
  title: "Schaff trend cycle",
  category: "momentum",
  inputs: ["source"],
  params: {
    cycle: param.integer({ default: 10, min: 2, description: "number of bars in the windows of both stochastics" }),
    fast: param.integer({ default: 23, description: "number of bars of the fast average" }),
    slow: param.integer({ default: 50, description: "number of bars of the slow average" }),
    factor: param.number({
      default: 0.5,
      min: 0.01,
      max: 1,
      description: "weight of the last value in both averages",
    }),
  },
  outputs: { value: { title: "STC", scale: { source: 0 }, range: [0, 100] } },
  memory: "recursive",
  warmup: ({ cycle, fast, slow }) => Math.max(fast, slow) + 2 * cycle - 3,
  // The stochastics magnify the remaining influence of the first values, so the averages of the line get twice their usual time.
  stableAfter: ({ cycle, fast, slow, factor }) =>
    Math.max(fast, slow) +
    4 * cycle +
    2 * convergenceSteps(emaFactor(Math.max(fast, slow))) +
    2 * convergenceSteps(factor),
  batch([source], { cycle, fast, slow, factor }, [out]) {
    const { length } = source;
    const lines = borrowColumn(length);
    const lowest = borrowColumn(length);
    const line = new Line(fast, slow);
    for (let start = 0; start < length; start += STRIP) line.batch(source, start, stripEnd(start, length), lines);
    const places = borrowColumn(length);
    blockExtremes(lines, lines, lines, cycle, out, lowest);
    smoothedPlaces(lines, out, lowest, factor, places);
    blockExtremes(places, places, places, cycle, out, lowest);
    smoothedPlaces(places, out, lowest, factor, out);
    returnColumn(lines);
    returnColumn(lowest);
    returnColumn(places);
  },
  stream: (params) => new StcStream(params),
});

/** Result of a stochastic whose first range is flat. */
const MIDDLE = 50;

function smoothedPlaces(source: Column, highest: Column, lowest: Column, factor: number, out: Column): void {
  const place = new SmoothedPlace(factor);
  const { length } = source;
  for (let start = 0; start < length; start += STRIP)
    place.batch(source, highest, lowest, start, stripEnd(start, length), out);
}

/** A stochastic: the position of a value in its range in percent, smoothed. */
class SmoothedPlace {
  declare readonly factor: number;
  place = MIDDLE;
  /** The smoothed position, NaN before the first value. */
  average = NaN;

  constructor(factor: number) {
    this.factor = factor;
  }

  /** Adds a value with the highest and lowest value of its window, and returns the smoothed position. */
  update(value: number, highest: number, lowest: number): number {
    const place = rangePosition(value, highest, lowest, this.place);
    if (place !== place) return place;
    this.place = place;
    if (this.average !== this.average) this.average = place;
    else this.average += this.factor * (place - this.average);
    return this.average;
  }

  /** Computes the values from `start` to `end` (exclusive) in one loop, as `update` would. `out` may be one of the inputs. */
  batch(source: Column, highest: Column, lowest: Column, start: number, end: number, out: Column): void {
    let i = start | 0;
    for (; i < end && this.average !== this.average; i++) out[i] = this.update(source[i], highest[i], lowest[i]);
    const { factor } = this;
    let { place, average } = this;
    for (; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const next = rangePosition(source[i], highest[i], lowest[i], place);
        if (next !== next) break;
        place = next;
        average += factor * (place - average);
        out[i] = average;
      }
      if (i < end) out[i] = NaN;
    }
    this.place = place;
    this.average = average;
  }
}

/**
 * Distance of the two averages. Their seeds are means of differences from the first value. So in a market that has not
 * moved yet the distance is exactly 0, and its ranges are flat.
 */
class Line extends EmaDifference {
  origin = NaN;

  override update(value: number): number {
    const { fast, slow } = this;
    // Inlined once both averages exist, since V8 inlines only a limited amount of code.
    if ((value + fast.average + slow.average) * 0 !== 0) return this.#begin(value) * 1;
    fast.average += fast.factor * (value - fast.average);
    slow.average += slow.factor * (value - slow.average);
    return fast.average - slow.average;
  }

  #begin(value: number): number {
    if (this.origin !== this.origin && value - value === 0) this.origin = value;
    return this.#average(this.fast, value) - this.#average(this.slow, value);
  }

  #average(smoothing: Smoothing, value: number): number {
    if (smoothing.average === smoothing.average) return smoothing.update(value);
    smoothing.update(value - this.origin);
    smoothing.average += this.origin;
    return smoothing.average;
  }
}

class StcStream extends Stream<number> {
  declare readonly line: Line;
  declare readonly lines: BlockRange;
  declare readonly place: SmoothedPlace;
  declare readonly places: BlockRange;
  declare readonly placeAgain: SmoothedPlace;

  constructor({ cycle, fast, slow, factor }: { cycle: number; fast: number; slow: number; factor: number }) {
    super();
    this.line = new Line(fast, slow);
    this.lines = new BlockRange(cycle);
    this.place = new SmoothedPlace(factor);
    this.places = new BlockRange(cycle);
    this.placeAgain = new SmoothedPlace(factor);
  }

  update(source: number): number {
    const line = this.line.update(source);
    this.lines.update(line, line);
    const place = this.place.update(line, this.lines.highest, this.lines.lowest);
    this.places.update(place, place);
    return this.placeAgain.update(place, this.places.highest, this.places.lowest);
  }
}
