import { CMF as SignalsCMF } from "trading-signals";
import { cmf } from "../../../src/indicators/cmf.ts";
import { fromFirstBar } from "../from-first-bar.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";
import { real, talib } from "../talib.ts";

const ours: OracleRow["ours"] = ({ high, low, close, volume }) => cmf(high, low, close, volume, 20);

export const cmfOracles: Oracles = {
  indicator: "cmf",
  rows: [
    {
      oracle: "talib",
      compares: "SUM of the steps of AD over SUM of the volume",
      ours,
      theirs({ high, low, close, volume }) {
        const { output: line } = fromFirstBar(talib.AD, { high, low, close, volume });
        const inReal = line.map((value, i) => value - (line[i - 1] ?? 0));
        const traded = real(talib.SUM({ inReal: volume, timePeriod: 20 }).output, 19);
        return real(talib.SUM({ inReal, timePeriod: 20 }).output, 19).map((flow, i) => flow / traded[i]!);
      },
    },
    { oracle: "trading-signals", compares: "CMF", ours, theirs: (bars) => streamBars(new SignalsCMF(20), bars) },
  ],
};
