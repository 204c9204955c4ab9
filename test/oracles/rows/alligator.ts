import { WEMA } from "technicalindicators";
import { Alligator } from "trading-signals";
import { alligator } from "../../../src/indicators/alligator.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";

const PERIODS = { jaw: 13, teeth: 8, lips: 5 } as const;
const LINES = ["jaw", "teeth", "lips"] as const;

export const alligatorOracles: Oracles = {
  indicator: "alligator",
  rows: LINES.flatMap((line): OracleRow[] => [
    {
      oracle: "technicalindicators",
      compares: `WEMA of the bars' middles as ${line}`,
      ours: (bars) => alligator(bars)[line],
      theirs: ({ high, low }) =>
        WEMA.calculate({ values: high.map((top, i) => (top + low[i]!) / 2), period: PERIODS[line] }),
    },
    {
      oracle: "trading-signals",
      compares: `Alligator ${line} without shifts, from the first bar of the jaw`,
      ours: (bars) => alligator(bars)[line],
      theirs({ high, low }) {
        const signals = new Alligator({ jawShift: 0, teethShift: 0, lipsShift: 0 });
        return high.map((top, i) => signals.update({ high: top, low: low[i]! }, false)?.[line]);
      },
      from: PERIODS.jaw - 1,
    },
  ]),
};
