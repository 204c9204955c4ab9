import { getMedian } from "trading-signals";
import { median } from "../../../src/indicators/median.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";

export const medianOracles: Oracles = {
  indicator: "median",
  rows: [19, 20].map((period): OracleRow => ({
    oracle: "trading-signals",
    compares: `getMedian of the last ${period} values, sorted`,
    ours: ({ close }) => median(close, period),
    theirs: ({ close }) =>
      close.slice(period - 1).map((_, i) => getMedian(close.slice(i, i + period).toSorted((a, b) => a - b))),
  })),
};
