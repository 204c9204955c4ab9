import { LinearRegression } from "trading-signals";
import { linregIntercept } from "../../../src/indicators/linreg-intercept.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours = ({ close }: { close: Float64Array }) => linregIntercept(close, period);

export const linregInterceptOracles: Oracles = {
  indicator: "linregIntercept",
  rows: [
    {
      oracle: "talib",
      compares: "LINEARREG_INTERCEPT",
      ours,
      theirs: ({ close }) => real(talib.LINEARREG_INTERCEPT({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "trading-signals",
      compares: "LinearRegression intercept",
      ours,
      theirs({ close }) {
        const signals = new LinearRegression(period);
        return close.map((price) => {
          const line = signals.update(price, false);
          return line && line.intercept;
        });
      },
    },
  ],
};
