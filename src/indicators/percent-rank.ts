import * as param from "../primitives/param-kinds.ts";
import { PercentRank, percentRanks, type RankTies } from "../primitives/percent-rank.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Percent rank: the share of the last values that were no higher than the one now, in percent. At 100 the market is where it has
 * not been above for the whole window, near 0 nearly everything before was higher; it says how unusual a value is without any
 * assumption about how values are spread.
 *
 * `100 * (values among the period ones before this that are at most this) / period`
 *
 * - `period`: values before the one now, 100 unless given. The value now is not one of them.
 * - `ties`: whether values equal to the one now count. `"atMost"`, the default, counts them (ta.percentrank of TradingView), so a
 *   market that stands still is at 100; `"below"` counts only lower ones, and it is at 0.
 * - First value at index `period`. A missing value makes every window that holds it NaN, and no other one.
 * - Every value of the window is looked at, so a bar costs more the longer the period is.
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
    period: param.integer({ default: 100, description: "values before the one that is ranked" }),
    ties: param.choice(["atMost", "below"], {
      default: "atMost",
      description: "count the values that are at most the one now, or only those below it",
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
