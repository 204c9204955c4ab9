import { TEMA as SignalsAverage } from "trading-signals";
import { tema } from "../../../src/indicators/tema.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const ours = ({ close }: { close: Float64Array }) => tema(close, period);

export const temaOracles: Oracles = {
  indicator: "tema",
  rows: [
    {
      oracle: "talib",
      compares: "TEMA",
      ours,
      theirs: ({ close }) => real(talib.TEMA({ inReal: close, timePeriod: period }).output, 3 * (period - 1)),
    },
    {
      oracle: "trading-signals",
      compares: "TEMA, whose averages start with the first value, after the initial averages have faded",
      ours,
      theirs({ close }) {
        const signals = new SignalsAverage(period);
        return close.map((price) => signals.update(price, false));
      },
      from: 600,
    },
  ],
};
