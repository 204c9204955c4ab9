import { AwesomeOscillator } from "technicalindicators";
import { AO } from "trading-signals";
import { ao } from "../../../src/indicators/ao.ts";
import type { BarColumns } from "../../support/series.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const ours = ({ high, low }: BarColumns) => ao(high, low);

export const aoOracles: Oracles = {
  indicator: "ao",
  rows: [
    {
      oracle: "talib",
      compares: "two SMA of MEDPRICE",
      ours,
      theirs({ high, low }) {
        const { output: median } = talib.MEDPRICE({ high, low });
        const fast = real(talib.SMA({ inReal: median, timePeriod: 5 }).output, 4);
        const slow = real(talib.SMA({ inReal: median, timePeriod: 34 }).output, 33);
        return slow.map((mean, i) => fast[i + 29]! - mean);
      },
    },
    {
      oracle: "technicalindicators",
      compares: "AwesomeOscillator",
      ours,
      theirs: ({ high, low }) => AwesomeOscillator.calculate({ high, low, fastPeriod: 5, slowPeriod: 34 }),
    },
    {
      oracle: "trading-signals",
      compares: "AO",
      ours,
      theirs({ high, low }) {
        const signals = new AO(5, 34);
        return high.map((top, i) => signals.update({ high: top, low: low[i]! }, false));
      },
    },
  ],
};
