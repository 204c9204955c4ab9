import { BollingerBands } from "technicalindicators";
import { BollingerBands as SignalsBands } from "trading-signals";
import { bollinger } from "../../../src/indicators/bollinger.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;

const bands = (["upper", "middle", "lower"] as const).flatMap((band): OracleRow[] => [
  {
    oracle: "talib",
    compares: `SMA and VAR as ${band}`,
    ours: ({ close }) => bollinger(close)[band],
    theirs({ close }) {
      const { output: mean } = talib.SMA({ inReal: close, timePeriod: period });
      const { output: variance } = talib.VAR({ inReal: close, timePeriod: period, nbDev: 1 });
      const side = { upper: 2, middle: 0, lower: -2 }[band];
      return real(mean, period - 1).map((middle, i) => middle + side * Math.sqrt(variance[i]!));
    },
  },
  {
    oracle: "technicalindicators",
    compares: `BollingerBands ${band}`,
    ours: ({ close }) => bollinger(close)[band],
    theirs: ({ close }) => BollingerBands.calculate({ values: close, period, stdDev: 2 }).map((value) => value[band]),
  },
  {
    oracle: "trading-signals",
    compares: `BollingerBands ${band}`,
    ours: ({ close }) => bollinger(close)[band],
    theirs({ close }) {
      const signals = new SignalsBands(period, 2);
      return close.map((price) => signals.update(price, false)?.[band]);
    },
  },
]);

export const bollingerOracles: Oracles = {
  indicator: "bollinger",
  rows: [
    ...bands,
    {
      oracle: "technicalindicators",
      compares: "BollingerBands pb, which is NaN for bands of zero width",
      ours: ({ close }) => bollinger(close).percentB,
      theirs: ({ close }) =>
        BollingerBands.calculate({ values: close, period, stdDev: 2 }).map(({ upper, lower, pb }) =>
          upper === lower ? 0.5 : pb,
        ),
    },
  ],
};
