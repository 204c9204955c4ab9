import { ElderRay } from "trading-signals";
import { elderRay } from "../../../src/indicators/elder-ray.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 13;

export const elderRayOracles: Oracles = {
  indicator: "elderRay",
  rows: (["bull", "bear"] as const).flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `the distance from EMA as ${output}`,
      ours: ({ high, low, close }) => elderRay(high, low, close, period)[output],
      theirs({ high, low, close }) {
        const edge = output === "bull" ? high : low;
        const averages = real(talib.EMA({ inReal: close, timePeriod: period }).output, period - 1);
        return averages.map((average, i) => edge[i + period - 1]! - average);
      },
    },
    {
      oracle: "trading-signals",
      compares: `ElderRay ${output}, whose average starts with the first value, after the initial averages have faded`,
      ours: ({ high, low, close }) => elderRay(high, low, close, period)[output],
      theirs({ high, low, close }) {
        const signals = new ElderRay(period);
        return close.map(
          (price, i) => signals.update({ high: high[i]!, low: low[i]!, close: price }, false)?.[`${output}Power`],
        );
      },
      from: 250,
    },
  ]),
};
