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
      compares: "the distance from LINEARREG in percent of the price",
      ours: ({ close }) => chandeForecast(close, period),
      theirs({ close }) {
        const line = real(talib.LINEARREG({ inReal: close, timePeriod: period }).output, period - 1);
        return line.map((value, i) => (100 * (close[i + period - 1]! - value)) / close[i + period - 1]!);
      },
    },
    {
      oracle: "trading-signals",
      compares: "CFO, which uses the forecast of the previous bar: compared with the same of linregForecast",
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
