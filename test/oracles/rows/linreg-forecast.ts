import { LinearRegression } from "trading-signals";
import { linregForecast } from "../../../src/indicators/linreg-forecast.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours = ({ close }: { close: Float64Array }) => linregForecast(close, period);

export const linregForecastOracles: Oracles = {
  indicator: "linregForecast",
  rows: [
    {
      oracle: "talib",
      compares: "TSF",
      ours,
      theirs: ({ close }) => real(talib.TSF({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "trading-signals",
      compares: "LinearRegression prediction",
      ours,
      theirs({ close }) {
        const signals = new LinearRegression(period);
        return close.map((price) => {
          const line = signals.update(price, false);
          return line && line.prediction;
        });
      },
    },
  ],
};
