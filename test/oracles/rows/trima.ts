import { TRIMA } from "trading-signals";
import { trima } from "../../../src/indicators/trima.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

export const trimaOracles: Oracles = {
  indicator: "trima",
  rows: [20, 21].flatMap((period): OracleRow[] => [
    {
      oracle: "talib",
      compares: `TRIMA of ${period}`,
      ours: ({ close }) => trima(close, period),
      theirs: ({ close }) => real(talib.TRIMA({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "trading-signals",
      compares: `TRIMA of ${period}`,
      ours: ({ close }) => trima(close, period),
      theirs({ close }) {
        const signals = new TRIMA(period);
        return close.map((price) => signals.update(price, false));
      },
    },
  ]),
};
