import { HeikinAshi } from "technicalindicators";
import { heikinAshi } from "../../../src/indicators/heikin-ashi.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";

export const heikinAshiOracles: Oracles = {
  indicator: "heikinAshi",
  rows: (["open", "high", "low", "close"] as const).map((output): OracleRow => ({
    oracle: "technicalindicators",
    compares: `HeikinAshi ${output}`,
    ours: ({ open, high, low, close }) => heikinAshi(open, high, low, close)[output],
    theirs: ({ open, high, low, close, volume }) =>
      HeikinAshi.calculate({ open, high, low, close, volume, timestamp: volume })[output]!,
  })),
};
