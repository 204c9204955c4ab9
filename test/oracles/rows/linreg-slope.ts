import { LinearRegression } from "trading-signals";
import { linregSlope } from "../../../src/indicators/linreg-slope.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours = ({ close }: { close: Float64Array }) => linregSlope(close, period);

export const linregSlopeOracles: Oracles = {
  indicator: "linregSlope",
  rows: [
    {
      oracle: "talib",
      compares: "LINEARREG_SLOPE",
      ours,
      theirs: ({ close }) => real(talib.LINEARREG_SLOPE({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "trading-signals",
      compares: "LinearRegression slope",
      ours,
      theirs({ close }) {
        const signals = new LinearRegression(period);
        return close.map((price) => {
          const line = signals.update(price, false);
          return line && line.slope;
        });
      },
    },
  ],
};
