import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { hasNoTrueRange } from "../primitives/bar-measures.ts";
import { TrueRange, trueRange } from "../primitives/true-range.ts";
import { Window } from "../primitives/window.ts";
import { defineIndicator } from "./define.ts";
import type { UndefinedCase } from "./spec.ts";
import { Stream } from "./stream.ts";

/**
 * Random walk index: how far prices moved compared with a random walk of equal length, for the length that gives the
 * highest ratio. `high` above 1 is an uptrend, `low` above 1 a downtrend. Both below 1 can be chance.
 *
 * `high = max over k from 2 to period of (high - low of k bars ago) / (mean of the last k true ranges * sqrt(k))`,
 * `low` likewise with `high of k bars ago - low`
 *
 * - `period`: the longest walk in bars, at least 2; default 14. Time per bar grows with it.
 * - First values at index `period`. Walks without any range are skipped; no value if all are.
 * - A missing value leaves two bars without a true range, and gives NaN for every window that contains one of them.
 *
 * E. Michael Poulos, Of Trends and Random Walks (Stocks & Commodities, 1991).
 *
 * @example
 * const high = Float64Array.of(10, 12, 13, 15);
 * const low = Float64Array.of(8, 9, 11, 12);
 * const close = Float64Array.of(9, 11, 12, 14);
 * randomWalkIndex(high, low, close, 2).high; // NaN, NaN, 1.41421, 1.69706
 */
export const randomWalkIndex = defineIndicator({
  name: "randomWalkIndex",
  title: "Random walk index",
  category: "trend",
  inputs: ["high", "low", "close"],
  params: { period: param.integer({ default: 14, min: 2, description: "number of bars of the longest walk" }) },
  outputs: {
    high: { title: "RWI high", scale: { price: 0 }, undefinedWhen: noRange() },
    low: { title: "RWI low", scale: { price: 0 }, undefinedWhen: noRange() },
  },
  memory: "window",
  cost: "period",
  warmup: ({ period }) => ({ high: period, low: period }),
  batch([high, low, close], { period }, [up, down]) {
    const length = close.length;
    const ranges = borrowColumn(length);
    const roots = rootsUpTo(Math.min(period, length));
    trueRange(high, low, close, ranges);
    up.fill(NaN, 0, Math.min(period, length));
    down.fill(NaN, 0, Math.min(period, length));
    for (let i = period | 0; i < length; i++) {
      walk(high, low, ranges, i, high[i], low[i], ranges[i], period, roots);
      up[i] = walkResults[0];
      down[i] = walkResults[1];
    }
    returnColumn(ranges);
  },
  stream: ({ period }) => new RandomWalkIndexStream(period),
});

function noRange(): UndefinedCase {
  return {
    description: "all true ranges of the window are 0",
    holds: ([high, low, close], { period }, index) => hasNoTrueRange(high!, low!, close!, Number(period), index),
  };
}

/** Returns a column with the square root of each whole number up to `most`, at the index of the number. */
function rootsUpTo(most: number): Column {
  return Float64Array.from({ length: most + 1 }, (_, k) => Math.sqrt(k));
}

/** The two results of `walk`: upward and downward. */
const walkResults = new Float64Array(2);

/**
 * Measures all walks that end with a bar. The earlier bars end before index `end` of their columns. True ranges are summed
 * from the newest to the oldest, so each walk depends only on its own bars.
 */
function walk(
  highs: Column,
  lows: Column,
  ranges: Column,
  end: number,
  high: number,
  low: number,
  range: number,
  period: number,
  roots: Column,
): void {
  let up = MISSING[2];
  let down = MISSING[2];
  let movement = range;
  for (let k = 2, i = (end - 2) | 0; k <= period; k++, i--) {
    movement += ranges[i + 1];
    if (movement > 0) {
      const scale = roots[k] / movement;
      up = Math.max(up, (high - lows[i]) * scale);
      down = Math.max(down, (highs[i] - low) * scale);
    }
  }
  // This term is NaN if a bar is missing or no bar has a range, else 0.
  const nanIfMissing = (movement - movement) / movement;
  walkResults[0] = up + nanIfMissing;
  walkResults[1] = down + nanIfMissing;
}

/** Output values of one bar. */
class RandomWalkIndexValue {
  high = NaN;
  low = NaN;
}

class RandomWalkIndexStream extends Stream<RandomWalkIndexValue> {
  declare readonly range: TrueRange;
  /** The bars before the current one. */
  declare readonly highs: Window;
  declare readonly lows: Window;
  declare readonly ranges: Window;
  declare roots: Column;
  readonly value = new RandomWalkIndexValue();

  constructor(period: number) {
    super();
    this.range = new TrueRange();
    this.highs = new Window(period);
    this.lows = new Window(period);
    this.ranges = new Window(period);
    this.roots = rootsUpTo(0);
  }

  update(high: number, low: number, close: number): RandomWalkIndexValue {
    const range = this.range.update(high, low, close);
    this.#measure(high, low, range, this.value);
    this.highs.push(high);
    this.lows.push(low);
    this.ranges.push(range);
    return this.value;
  }

  override peek(high: number, low: number, close: number): RandomWalkIndexValue {
    const value = new RandomWalkIndexValue();
    this.#measure(high, low, this.range.peek(high, low, close), value);
    return value;
  }

  #measure(high: number, low: number, range: number, into: RandomWalkIndexValue): void {
    const { highs, lows, ranges } = this;
    const { period, end } = lows;
    // Before the windows are full, no square roots are computed, so that a long period costs nothing.
    if (end < period) return;
    if (this.roots.length === 1) this.roots = rootsUpTo(period);
    walk(highs.block, lows.block, ranges.block, end, high, low, range, period, this.roots);
    into.high = walkResults[0];
    into.low = walkResults[1];
  }
}
