import { blockExtremes } from "../primitives/block-extremes.ts";
import { BlockRange } from "../primitives/block-range.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { convergenceSteps } from "../primitives/smoothing.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Fisher transform: where the price lies in its recent range, spread out so that the edges stand far apart from the middle. Its
 * turns are sharp where those of other oscillators are round; it crossing its trigger is the usual signal.
 *
 * `place = (median - lowest) / (highest - lowest)` of the median prices `(high + low) / 2` of the last `period` bars,
 * `position = 0.33 * 2 * (place - 0.5) + 0.67 * position before`, taken as ±0.999 beyond ±0.99,
 * `fisher = 0.5 * ln((1 + position) / (1 - position)) + 0.5 * fisher before`, `trigger = fisher before`
 *
 * - `period`: bars of the range, 10 unless given.
 * - `fisher` starts at index `period - 1`, from a position and a fisher of 0; `trigger` one bar later.
 * - A range of no height: the price counts as in its middle, and both fall back to 0 while the market stands still.
 * - A missing bar makes every range that holds it missing; the first one without it goes on from the numbers before.
 *
 * John F. Ehlers, "Using the Fisher Transform", Technical Analysis of Stocks & Commodities (November 2002).
 *
 * @example
 * // At the top of a range of two bars twice: positions of 0.33 and 0.5511.
 * const price = Float64Array.of(1, 2, 3);
 * fisher(price, price, 2).fisher; // NaN, 0.342828, 0.791374
 */
export const fisher = defineIndicator({
  name: "fisher",
  title: "Fisher transform",
  category: "momentum",
  inputs: ["high", "low"],
  params: { period: param.integer({ default: 10, description: "bars of the range" }) },
  outputs: {
    fisher: { title: "Fisher", scale: { price: 0 } },
    trigger: { title: "Trigger", scale: { price: 0 } },
  },
  memory: "recursive",
  warmup: ({ period }) => ({ fisher: period - 1, trigger: period }),
  // Behind the start the range has to be another one, and then both fade.
  stableAfter: ({ period }) => 2 * period + convergenceSteps(NEW_SHARE) + convergenceSteps(0.5),
  batch([high, low], { period }, [value, trigger]) {
    const length = high.length;
    const median = borrowColumn(length);
    for (let i = 0; i < length; i++) median[i] = (high[i] + low[i]) * 0.5;
    blockExtremes(median, median, median, period, value, trigger);
    const transform = new Transform();
    for (let start = 0; start < length; start += STRIP)
      transform.updateRange(median, start, stripEnd(start, length), value, trigger);
    returnColumn(median);
  },
  stream: ({ period }) => new FisherStream(period),
});

const NEW_SHARE = 0.33;
const OLD_SHARE = 0.67;
const LIMIT = 0.99;
const EDGE = 0.999;

/** The next position, from where the price lies in its range: off the scale at the edge, in a range of no height in the middle. */
function moved(position: number, median: number, highest: number, lowest: number): number {
  const height = highest - lowest;
  const offset = height === 0 ? 0 : (median - lowest) / height - 0.5;
  const next = NEW_SHARE * 2 * offset + OLD_SHARE * position;
  return next > LIMIT ? EDGE : next < -LIMIT ? -EDGE : next;
}

function spread(before: number, position: number): number {
  return 0.5 * Math.log((1 + position) / (1 - position)) + 0.5 * before;
}

/** What is carried from bar to bar. */
class Transform {
  position = 0;
  level = 0;
  /** The level as it was shown, NaN before the first bar that has one. */
  shown = NaN;

  /** The bars from `start` to before `end`, whose highest and lowest prices lie where their numbers go. */
  updateRange(median: Column, start: number, end: number, fishers: Column, triggers: Column): void {
    let { position, level, shown } = this;
    for (let i = start | 0; i < end; i++) {
      // Up to the next gap in a loop of its own, see `smoothRange`.
      for (; i < end; i++) {
        const highest = fishers[i];
        const lowest = triggers[i];
        if (highest - lowest !== highest - lowest) break;
        position = moved(position, median[i], highest, lowest);
        level = spread(level, position);
        fishers[i] = level;
        triggers[i] = shown;
        shown = level;
      }
      if (i < end) {
        fishers[i] = NaN;
        triggers[i] = NaN;
      }
    }
    this.position = position;
    this.level = level;
    this.shown = shown;
  }
}

/** The two numbers of one bar. */
class FisherValue {
  fisher = NaN;
  trigger = NaN;
}

class FisherStream extends Stream<FisherValue> {
  declare readonly extremes: BlockRange;
  readonly transform = new Transform();
  readonly value = new FisherValue();

  constructor(period: number) {
    super();
    this.extremes = new BlockRange(period);
  }

  update(high: number, low: number): FisherValue {
    const median = (high + low) * 0.5;
    this.extremes.update(median, median);
    const { highest, lowest } = this.extremes;
    const { transform, value } = this;
    if (highest - lowest !== highest - lowest) {
      value.fisher = MISSING[0];
      value.trigger = MISSING[0];
      return value;
    }
    transform.position = moved(transform.position, median, highest, lowest);
    transform.level = spread(transform.level, transform.position);
    value.fisher = transform.level;
    value.trigger = transform.shown;
    transform.shown = transform.level;
    return value;
  }

  override peek(high: number, low: number): FisherValue {
    const median = (high + low) * 0.5;
    const highest = this.extremes.peekHighest(median, median);
    const lowest = this.extremes.peekLowest(median, median);
    const value = new FisherValue();
    if (highest - lowest !== highest - lowest) return value;
    value.fisher = spread(this.transform.level, moved(this.transform.position, median, highest, lowest));
    value.trigger = this.transform.shown;
    return value;
  }
}
