import * as param from "../primitives/param-kinds.ts";
import { PercentRank, percentRanks, type RankTies } from "../primitives/percent-rank.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Percent rank: the share of recent values that are at most the current one, in percent. At 100 no value in the window is
 * higher; near 0 nearly all are. It shows how unusual a value is without an assumption about the distribution.
 *
 * `100 * (values among the period ones before this that are at most this) / period`
 *
 * - `period`: earlier values in the window, without the current one; default 100.
 * - `ties`: whether values equal to the current one count. `"atMost"`, the default, counts them, so a constant series is
 *   at 100. `"below"` counts only lower ones, so it is at 0.
 * - First value at index `period`. A missing value gives NaN for every window that contains it.
 * - Time per bar grows with the period.
 *
 * @example
 * percentRank(Float64Array.of(5, 1, 3, 2, 3, 3), 4); // NaN, NaN, NaN, NaN, 75, 100
 */
export const percentRank = defineIndicator({
  name: "percentRank",
  title: "Percent rank",
  category: "statistic",
  inputs: ["source"],
  params: {
    period: param.integer({ default: 100, description: "number of earlier values to compare the current one with" }),
    ties: param.choice(["atMost", "below"], {
      default: "atMost",
      description: "count smaller and equal values, or only smaller ones",
    }),
  },
  outputs: { value: { title: "Percent rank", scale: { source: 0 }, range: [0, 100] } },
  memory: "window",
  cost: "period",
  warmup: ({ period }) => period,
  batch: ([source], { period, ties }, [out]) => percentRanks(source, period, ties, 0, out),
  stream: ({ period, ties }) => new PercentRankStream(period, ties),
});

class PercentRankStream extends Stream<number> {
  declare readonly rank: PercentRank;

  constructor(period: number, ties: RankTies) {
    super();
    this.rank = new PercentRank(period, ties, 0);
  }

  update(source: number): number {
    return this.rank.update(source);
  }

  override peek(source: number): number {
    return this.rank.peek(source);
  }
}
