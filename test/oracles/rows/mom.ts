import { MOM } from "trading-signals";
import { mom } from "../../../src/indicators/mom.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 10;
const ours = ({ close }: { close: Float64Array }) => mom(close, period);

export const momOracles: Oracles = {
  indicator: "mom",
  rows: [
    {
      oracle: "talib",
      compares: "MOM",
      ours,
      theirs: ({ close }) => real(talib.MOM({ inReal: close, timePeriod: period }).output, period),
    },
    {
      oracle: "trading-signals",
      compares: "MOM",
      ours,
      theirs({ close }) {
        const signals = new MOM(period);
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
