import { EMA, SMI } from "trading-signals";
import { smi } from "../../../src/indicators/smi.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 10;

export const smiOracles: Oracles = {
  indicator: "smi",
  rows: (["smi", "signal"] as const).flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `MAX, MIN and EMA combined to ${output}`,
      ours: ({ high, low, close }) => smi(high, low, close)[output],
      theirs({ high, low, close }) {
        const highest = real(talib.MAX({ inReal: high, timePeriod: period }).output, period - 1);
        const lowest = real(talib.MIN({ inReal: low, timePeriod: period }).output, period - 1);
        const distances = highest.map((top, i) => close[i + period - 1]! - (top + lowest[i]!) / 2);
        const ranges = talibEma(talibEma(highest.map((top, i) => top - lowest[i]!)));
        const line = talibEma(talibEma(distances)).map((distance, i) =>
          ranges[i] === 0 ? 0 : (200 * distance) / ranges[i]!,
        );
        return output === "smi" ? line : talibEma(line);
      },
    },
    {
      oracle: "trading-signals",
      compares: `SMI and its EMA as ${output}, whose averages start with the first value, after the initial averages have faded`,
      ours: ({ high, low, close }) => smi(high, low, close)[output],
      theirs({ high, low, close }) {
        const signals = new SMI({ interval: period, smooth1: 3, smooth2: 3 });
        const average = new EMA(3);
        return close.map((price, i) => {
          const line = signals.update({ high: high[i]!, low: low[i]!, close: price }, false);
          if (line === null || output === "smi") return line;
          return average.update(line, false);
        });
      },
      from: 100,
    },
  ]),
};

function talibEma(values: number[]): number[] {
  return real(talib.EMA({ inReal: values, timePeriod: 3 }).output, 2);
}
