import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING } from "../primitives/column.ts";
import { changeWithoutNoise as moveBetween } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** A constant of this module is built into its loops, see `finite`. */
const moveOf = moveBetween;

/**
 * Psychological line: how many of the last bars rose, in percent, whatever they rose by. Above 75 nearly every bar has gone
 * up and the crowd is sure of itself, below 25 it has lost heart; both are read as a warning of a turn.
 *
 * `100 * (bars of the last period whose value is above that of the bar before) / period`
 *
 * - `period`: changes that are counted, 12 unless given.
 * - Values are compared as decimals: what rounding leaves between two is no rise.
 * - A bar that does not move does not rise: a market that stands still is at 0.
 * - First value at index `period`, one later than an average: it needs `period` changes. A missing value leaves two changes
 *   missing and makes every window that holds one of them NaN, and no other one.
 *
 * @example
 * psychologicalLine(Float64Array.of(10, 11, 12, 11, 13), 4); // NaN, NaN, NaN, NaN, 75
 */
export const psychologicalLine = defineIndicator({
  name: "psychologicalLine",
  title: "Psychological line",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 12, description: "changes that are counted" }) },
  outputs: { value: { title: "Psychological line", scale: { source: 0 }, range: [0, 100] } },
  memory: "window",
  warmup: ({ period }) => period,
  batch([source], { period }, [out]) {
    const rises = borrowColumn(source.length);
    let last = MISSING[0];
    for (let i = 0; i < source.length; i++) {
      rises[i] = rise(moveOf(source[i], last));
      last = source[i];
    }
    blockSum(rises, period, period, out);
    returnColumn(rises);
  },
  stream: ({ period }) => new PsychologicalLineStream(period),
});

/** 100 for a change upward, 0 for none and for one downward, NaN for a missing one. */
function rise(change: number): number {
  return 100 * Number(change > 0) + (change - change);
}

class PsychologicalLineStream extends Stream<number> {
  declare readonly rises: BlockSum;
  last = NaN;

  constructor(period: number) {
    super();
    this.rises = new BlockSum(period);
  }

  update(source: number): number {
    const change = moveOf(source, this.last);
    this.last = source;
    return this.rises.update(rise(change)) / this.rises.period;
  }

  override peek(source: number): number {
    return this.rises.peek(rise(moveOf(source, this.last))) / this.rises.period;
  }
}
