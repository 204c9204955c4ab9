import { CMO } from "trading-signals";
import { cmo } from "../../../src/indicators/cmo.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

export const cmoOracles: Oracles = {
  indicator: "cmo",
  rows: [
    {
      oracle: "talib",
      compares: "CMO, with smoothing wilder",
      ours: ({ close }) => cmo(close, period, { smoothing: "wilder" }),
      theirs: ({ close }) => real(talib.CMO({ inReal: close, timePeriod: period }).output, period),
    },
    {
      oracle: "trading-signals",
      compares: "CMO",
      ours: ({ close }) => cmo(close, period),
      theirs({ close }) {
        const signals = new CMO(period);
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
