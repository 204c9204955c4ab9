import { ROC } from "technicalindicators";
import { ROC as SignalsROC } from "trading-signals";
import { roc } from "../../../src/indicators/roc.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 9;
const ours = ({ close }: { close: Float64Array }) => roc(close, period);

export const rocOracles: Oracles = {
  indicator: "roc",
  rows: [
    {
      oracle: "talib",
      compares: "ROC",
      ours,
      theirs: ({ close }) => real(talib.ROC({ inReal: close, timePeriod: period }).output, period),
    },
    {
      oracle: "technicalindicators",
      compares: "ROC",
      ours,
      theirs: ({ close }) => ROC.calculate({ values: close, period }),
    },
    {
      oracle: "trading-signals",
      compares: "ROC, which is a fraction",
      ours,
      theirs({ close }) {
        const signals = new SignalsROC(period);
        return close.map((price) => {
          const fraction = signals.update(price, false);
          return fraction === null ? null : 100 * fraction;
        });
      },
    },
  ],
};
