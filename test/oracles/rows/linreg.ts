import { LinearRegression } from "trading-signals";
import { linreg } from "../../../src/indicators/linreg.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours = ({ close }: { close: Float64Array }) => linreg(close, period);

export const linregOracles: Oracles = {
  indicator: "linreg",
  rows: [
    {
      oracle: "talib",
      compares: "LINEARREG",
      ours,
      theirs: ({ close }) => real(talib.LINEARREG({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "trading-signals",
      compares: "LinearRegression prediction, which is one bar ahead, minus one slope",
      ours,
      theirs({ close }) {
        const signals = new LinearRegression(period);
        return close.map((price) => {
          const line = signals.update(price, false);
          return line && line.prediction - line.slope;
        });
      },
    },
  ],
};
