import { defineMetric } from "./define.ts";
import { longestStreak } from "./longest-streak.ts";

/** Most losing trades in a row. */
export const longestLosingStreakMetric = defineMetric({
  name: "longest-losing-streak",
  title: "Longest losing streak",
  group: "trade",
  unit: "count",
  formula: "most losing trades in a row",
  convention: "In order of exits, after commissions; a trade of profit 0 ends a streak. Missing without trades.",
  better: "lower",
  compute: ({ trades }) => longestStreak(trades.pnl, -1),
});
