import { Aroon } from "trading-signals";
import { aroon } from "../../../src/indicators/aroon.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const OUTPUTS = [
  { ours: "up", theirs: "aroonUp" },
  { ours: "down", theirs: "aroonDown" },
] as const;

export const aroonOracles: Oracles = {
  indicator: "aroon",
  rows: OUTPUTS.flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `AROON ${output.theirs}`,
      ours: ({ high, low }) => aroon(high, low, period)[output.ours],
      theirs: ({ high, low }) => real(talib.AROON({ high, low, timePeriod: period })[output.theirs], period),
    },
    {
      oracle: "trading-signals",
      compares: `Aroon ${output.theirs}`,
      ours: ({ high, low }) => aroon(high, low, period)[output.ours],
      theirs({ high, low }) {
        const signals = new Aroon(period);
        return high.map((top, i) => signals.update({ high: top, low: low[i]! }, false)?.[output.theirs]);
      },
    },
  ]),
};
