import { CCI } from "technicalindicators";
import { CCI as SignalsCCI } from "trading-signals";
import { cci } from "../../../src/indicators/cci.ts";
import type { BarColumns } from "../../support/series.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const ours = ({ high, low, close }: BarColumns) => cci(high, low, close, period);

export const cciOracles: Oracles = {
  indicator: "cci",
  rows: [
    {
      oracle: "talib",
      compares: "CCI",
      ours,
      theirs: ({ high, low, close }) => real(talib.CCI({ high, low, close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "technicalindicators",
      compares: "CCI, which is NaN for constant prices",
      ours,
      theirs: ({ high, low, close }) => CCI.calculate({ high, low, close, period }).map(atRest),
    },
    {
      oracle: "trading-signals",
      compares: "CCI, which is NaN for constant prices",
      ours,
      theirs({ high, low, close }) {
        const signals = new SignalsCCI(period);
        return close.map((price, i) => atRest(signals.update({ high: high[i]!, low: low[i]!, close: price }, false)));
      },
    },
  ],
};

/** Replaces NaN by 0. A missing value stays missing. */
function atRest(value: number | null): number | null {
  return Number.isNaN(value) ? 0 : value;
}
