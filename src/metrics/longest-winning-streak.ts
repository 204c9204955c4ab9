import { defineMetric } from "./define.ts";
import { longestStreak } from "./longest-streak.ts";

/** Most winning trades in a row. */
export const longestWinningStreakMetric = defineMetric({
  name: "longest-winning-streak",
  title: "Longest winning streak",
  group: "trade",
  unit: "count",
  formula: "most winning trades in a row",
  convention: "In order of exits, after commissions; a trade of profit 0 ends a streak. Missing without trades.",
  better: "higher",
  compute: ({ trades }) => longestStreak(trades.pnl, 1),
});
