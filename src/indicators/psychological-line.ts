import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING } from "../primitives/column.ts";
import { changeWithoutNoise as moveBetween } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const moveOf = moveBetween;

/**
 * Psychological line: the percentage of recent bars that rose, by any amount. Above 75 nearly every bar has risen and the
 * crowd is confident; below 25 it has lost heart. Both warn of a turn.
 *
 * `100 * (bars of the last period whose value is above the previous value) / period`
 *
 * - `period`: changes to count; default 12.
 * - Values are compared as decimals, so a rounding difference is no rise.
 * - An unchanged bar does not count as a rise: a constant series is at 0.
 * - First value at index `period`: it needs `period` changes. A missing value leaves the changes to and from it missing, and gives NaN
 *   for every window that contains one of them.
 *
 * @example
 * psychologicalLine(Float64Array.of(10, 11, 12, 11, 13), 4); // NaN, NaN, NaN, NaN, 75
 */
export const psychologicalLine = defineIndicator({
  name: "psychologicalLine",
  title: "Psychological line",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 12, description: "number of changes to count" }) },
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

/** Returns 100 for a rise, 0 for a fall or no change, and NaN for a missing change. */
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
