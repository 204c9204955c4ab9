import { MassIndex } from "trading-signals";
import { mass } from "../../../src/indicators/mass.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

export const massOracles: Oracles = {
  indicator: "mass",
  rows: [
    {
      oracle: "talib",
      compares: "SUM of EMA divided by EMA of EMA, 1 for bars without any range",
      ours: ({ high, low }) => mass(high, low),
      theirs({ high, low }) {
        const heights = high.map((top, i) => top - low[i]!);
        const once = real(talib.EMA({ inReal: heights, timePeriod: 9 }).output, 8);
        const twice = real(talib.EMA({ inReal: once, timePeriod: 9 }).output, 8);
        const ratios = twice.map((value, i) => (value === 0 ? 1 : once[i + 8]! / value));
        return real(talib.SUM({ inReal: ratios, timePeriod: 25 }).output, 24);
      },
    },
    {
      oracle: "trading-signals",
      compares: "MassIndex, whose averages start with the first value, after the initial averages have faded",
      ours: ({ high, low }) => mass(high, low),
      theirs({ high, low }) {
        const signals = new MassIndex();
        return high.map((top, i) => signals.update({ high: top, low: low[i]! }, false));
      },
      from: 300,
    },
  ],
};
