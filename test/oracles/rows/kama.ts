import { KAMA } from "trading-signals";
import { kama } from "../../../src/indicators/kama.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 10;
const ours = ({ close }: { close: Float64Array }) => kama(close, period);

export const kamaOracles: Oracles = {
  indicator: "kama",
  rows: [
    {
      oracle: "talib",
      compares: "KAMA",
      ours,
      theirs: ({ close }) => real(talib.KAMA({ inReal: close, timePeriod: period }).output, period),
    },
    {
      oracle: "trading-signals",
      compares: "KAMA, which also returns the price that it starts from",
      ours,
      theirs({ close }) {
        const signals = new KAMA(period);
        return close.map((price) => signals.update(price, false));
      },
      from: period,
    },
  ],
};
