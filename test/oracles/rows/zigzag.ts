import type { Oracles } from "../oracle-row.ts";

export const zigzagOracles: Oracles = {
  indicator: "zigzag",
  rows: [],
  none: "the only other one, of trading-signals, measures the reversal in percent of the leg",
};
