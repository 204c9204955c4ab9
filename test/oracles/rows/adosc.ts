import { ADOSC as SignalsADOSC } from "trading-signals";
import { adosc } from "../../../src/indicators/adosc.ts";
import { fromFirstBar } from "../from-first-bar.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";
import { real, talib } from "../talib.ts";

const ours: OracleRow["ours"] = ({ high, low, close, volume }) => adosc(high, low, close, volume, { seed: "first" });

export const adoscOracles: Oracles = {
  indicator: "adosc",
  rows: [
    {
      oracle: "talib",
      compares: "ADOSC, with seed first",
      ours,
      theirs: ({ high, low, close, volume }) =>
        real(talib.ADOSC({ high, low, close, volume, fastPeriod: 3, slowPeriod: 10 }).output, 9),
    },
    {
      oracle: "talib",
      compares: "the difference of two EMAs of AD that start with their means",
      ours: ({ high, low, close, volume }) => adosc(high, low, close, volume),
      theirs({ high, low, close, volume }) {
        const { output: inReal } = fromFirstBar(talib.AD, { high, low, close, volume });
        const fast = real(talib.EMA({ inReal, timePeriod: 3 }).output, 2);
        return real(talib.EMA({ inReal, timePeriod: 10 }).output, 9).map((slow, i) => fast[i + 7]! - slow);
      },
    },
    {
      oracle: "trading-signals",
      compares: "ADOSC, with seed first",
      ours,
      theirs: (bars) => streamBars(new SignalsADOSC({ fastPeriod: 3, slowPeriod: 10 }), bars),
    },
  ],
};
