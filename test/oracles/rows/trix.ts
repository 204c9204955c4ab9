import { TRIX } from "technicalindicators";
import { TRIX as SignalsTRIX } from "trading-signals";
import { trix } from "../../../src/indicators/trix.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 15;
const ours = ({ close }: { close: Float64Array }) => trix(close, period);

export const trixOracles: Oracles = {
  indicator: "trix",
  rows: [
    {
      oracle: "talib",
      compares: "TRIX",
      ours,
      theirs: ({ close }) => real(talib.TRIX({ inReal: close, timePeriod: period }).output, 3 * period - 2),
    },
    {
      oracle: "technicalindicators",
      compares: "TRIX",
      ours,
      theirs: ({ close }) => TRIX.calculate({ values: close, period }),
    },
    {
      oracle: "trading-signals",
      compares: "TRIX, which is in percent of the current average, after the initial averages have faded",
      ours,
      theirs({ close }) {
        const signals = new SignalsTRIX(period);
        return close.map((price) => {
          const percent = signals.update(price, false);
          return percent === null ? null : percent / (1 - percent / 100);
        });
      },
      from: 400,
    },
  ],
};
