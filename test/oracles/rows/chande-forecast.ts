import { CFO } from "trading-signals";
import { chandeForecast } from "../../../src/indicators/chande-forecast.ts";
import { linregForecast } from "../../../src/indicators/linreg-forecast.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

export const chandeForecastOracles: Oracles = {
  indicator: "chandeForecast",
  rows: [
    {
      oracle: "talib",
      compares: "percent of the price above LINEARREG",
      ours: ({ close }) => chandeForecast(close, period),
      theirs({ close }) {
        const line = real(talib.LINEARREG({ inReal: close, timePeriod: period }).output, period - 1);
        return line.map((value, i) => (100 * (close[i + period - 1]! - value)) / close[i + period - 1]!);
      },
    },
    {
      oracle: "trading-signals",
      compares: "CFO, which takes the forecast of the bar before: the same of our forecast",
      ours: ({ close }) =>
        linregForecast(close, period).map(
          (_, i, forecast) => (100 * (close[i]! - (forecast[i - 1] ?? NaN))) / close[i]!,
        ),
      theirs({ close }) {
        const signals = new CFO(period);
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
