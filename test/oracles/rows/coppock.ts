import { ROC, WMA } from "technicalindicators";
import { CoppockCurve } from "trading-signals";
import { coppock } from "../../../src/indicators/coppock.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const ours = ({ close }: { close: Float64Array }) => coppock(close);

export const coppockOracles: Oracles = {
  indicator: "coppock",
  rows: [
    {
      oracle: "trading-signals",
      compares: "CoppockCurve",
      ours,
      theirs({ close }) {
        const signals = new CoppockCurve();
        return close.map((price) => signals.update(price, false));
      },
    },
    {
      oracle: "talib",
      compares: "WMA of two ROC",
      ours,
      theirs({ close }) {
        const rate = (timePeriod: number) => real(talib.ROC({ inReal: close, timePeriod }).output, timePeriod);
        const short = rate(11).slice(3);
        const both = rate(14).map((value, i) => value + short[i]!);
        return real(talib.WMA({ inReal: both, timePeriod: 10 }).output, 9);
      },
    },
    {
      oracle: "technicalindicators",
      compares: "WMA of two ROC",
      ours,
      theirs({ close }) {
        const short = ROC.calculate({ values: close, period: 11 }).slice(3);
        const values = ROC.calculate({ values: close, period: 14 }).map((value, i) => value + short[i]!);
        return WMA.calculate({ values, period: 10 });
      },
    },
  ],
};
