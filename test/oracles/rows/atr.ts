import { ATR } from "technicalindicators";
import { ATR as SignalsATR } from "trading-signals";
import { atr } from "../../../src/indicators/atr.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

export const atrOracles: Oracles = {
  indicator: "atr",
  rows: [
    {
      oracle: "talib",
      compares: "ATR",
      ours: ({ high, low, close }) => atr(high, low, close, period),
      theirs: ({ high, low, close }) => real(talib.ATR({ high, low, close, timePeriod: period }).output, period),
    },
    {
      oracle: "technicalindicators",
      compares: "ATR",
      ours: ({ high, low, close }) => atr(high, low, close, period),
      theirs: ({ high, low, close }) => ATR.calculate({ high, low, close, period }),
    },
    {
      oracle: "trading-signals",
      compares: "ATR, with firstTr highLow",
      ours: ({ high, low, close }) => atr(high, low, close, period, { firstTr: "highLow" }),
      theirs({ high, low, close }) {
        const signals = new SignalsATR(period);
        return close.map((price, i) => signals.update({ high: high[i]!, low: low[i]!, close: price }, false));
      },
    },
  ],
};
