import { TrueRange } from "technicalindicators";
import { TR } from "trading-signals";
import { trueRange } from "../../../src/indicators/true-range.ts";
import type { BarColumns } from "../../support/series.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const ours = ({ high, low, close }: BarColumns) => trueRange(high, low, close);

export const trueRangeOracles: Oracles = {
  indicator: "trueRange",
  rows: [
    {
      oracle: "talib",
      compares: "TRANGE",
      ours,
      theirs: ({ high, low, close }) => real(talib.TRANGE({ high, low, close }).output, 1),
    },
    {
      oracle: "technicalindicators",
      compares: "TrueRange",
      ours,
      theirs: ({ high, low, close }) => TrueRange.calculate({ high, low, close }),
    },
    {
      oracle: "trading-signals",
      compares: "TR, which uses high - low of the first bar",
      ours,
      theirs({ high, low, close }) {
        const signals = new TR();
        return close.map((price, i) => signals.update({ high: high[i]!, low: low[i]!, close: price }, false));
      },
      from: 1,
    },
  ],
};
