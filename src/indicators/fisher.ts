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
 * Fisher transform: the place of the price in its recent range, transformed so that values near the edges are spread out.
 * Its turns are sharp where other oscillators have round ones. The usual signal is a cross of the trigger.
 *
 * `place = (median - lowest) / (highest - lowest)` of the median prices `(high + low) / 2` of the last `period` bars,
 * `position = 0.33 * 2 * (place - 0.5) + 0.67 * previous position`, set to ±0.999 beyond ±0.99,
 * `fisher = 0.5 * ln((1 + position) / (1 - position)) + 0.5 * previous fisher`, `trigger = previous fisher`
 *
 * - `period`: bars of the range; default 10.
 * - `fisher` starts at index `period - 1`, from a position and a fisher of 0; `trigger` starts one bar later.
 * - A flat range counts as a price in the middle, so both values fall back to 0 while prices are constant.
 * - A missing bar gives no values while the range contains it. Then both continue from their last values.
 *
 * John F. Ehlers, "Using the Fisher Transform", Technical Analysis of Stocks & Commodities (November 2002).
 *
 * @example
 * // The price is at the top of its range on both bars, so the positions are 0.33 and 0.5511.
 * const price = Float64Array.of(1, 2, 3);
 * fisher(price, price, 2).fisher; // NaN, 0.342828, 0.791374
 */
export const fisher = defineIndicator({
  name: "fisher",
  title: "Fisher transform",
  category: "momentum",
  inputs: ["high", "low"],
  params: { period: param.integer({ default: 10, description: "number of bars in the window of highest and lowest" }) },
  outputs: {
    fisher: { title: "Fisher", scale: { price: 0 } },
    trigger: { title: "Trigger", scale: { price: 0 } },
  },
  memory: "recursive",
  warmup: ({ period }) => ({ fisher: period - 1, trigger: period }),
  // After the warm-up the bars of the window must be replaced. Then the influence of the first position and fisher fades.
  stableAfter: ({ period }) => 2 * period + convergenceSteps(NEW_SHARE) + convergenceSteps(0.5),
  batch([high, low], { period }, [value, trigger]) {
    const length = high.length;
    const median = borrowColumn(length);
    for (let i = 0; i < length; i++) median[i] = (high[i] + low[i]) * 0.5;
    blockExtremes(median, median, median, period, value, trigger);
    const transform = new Transform();
    for (let start = 0; start < length; start += STRIP)
      transform.batch(median, start, stripEnd(start, length), value, trigger);
    returnColumn(median);
  },
  stream: ({ period }) => new FisherStream(period),
});

const NEW_SHARE = 0.33;
const OLD_SHARE = 0.67;
const LIMIT = 0.99;
const EDGE = 0.999;

/** Returns the next smoothed position, limited to ±0.999. A flat range moves the position toward 0. */
function nextPosition(position: number, median: number, highest: number, lowest: number): number {
  const height = highest - lowest;
  const offset = height === 0 ? 0 : (median - lowest) / height - 0.5;
  const next = NEW_SHARE * 2 * offset + OLD_SHARE * position;
  return next > LIMIT ? EDGE : next < -LIMIT ? -EDGE : next;
}

function fisherOf(before: number, position: number): number {
  return 0.5 * Math.log((1 + position) / (1 - position)) + 0.5 * before;
}

/** Position and fisher of the last bar, from which the next values are computed. */
class Transform {
  position = 0;
  level = 0;
  /** The last value that was returned, NaN before the first value. */
  shown = NaN;

  /** Computes the bars from `start` to `end` (exclusive). On entry the output columns contain the highest and lowest prices. */
  batch(median: Column, start: number, end: number, fishers: Column, triggers: Column): void {
    let { position, level, shown } = this;
    for (let i = start | 0; i < end; i++) {
      // An inner loop without a check for missing values is faster; `smoothRange` explains why.
      for (; i < end; i++) {
        const highest = fishers[i];
        const lowest = triggers[i];
        if (highest - lowest !== highest - lowest) break;
        position = nextPosition(position, median[i], highest, lowest);
        level = fisherOf(level, position);
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

/** Output values of one bar. */
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
    transform.position = nextPosition(transform.position, median, highest, lowest);
    transform.level = fisherOf(transform.level, transform.position);
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
    value.fisher = fisherOf(this.transform.level, nextPosition(this.transform.position, median, highest, lowest));
    value.trigger = this.transform.shown;
    return value;
  }
}
