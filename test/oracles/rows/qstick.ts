import { Qstick } from "trading-signals";
import { qstick } from "../../../src/indicators/qstick.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 8;

export const qstickOracles: Oracles = {
  indicator: "qstick",
  rows: [
    {
      oracle: "talib",
      compares: "SMA of SUB of close and open",
      ours: ({ open, close }) => qstick(open, close, period),
      theirs({ open, close }) {
        const { output: bodies } = talib.SUB({ inReal0: close, inReal1: open });
        return real(talib.SMA({ inReal: bodies, timePeriod: period }).output, period - 1);
      },
    },
    {
      oracle: "trading-signals",
      compares: "Qstick",
      ours: ({ open, close }) => qstick(open, close, period),
      theirs({ open, high, low, close }) {
        const signals = new Qstick(period);
        return close.map((price, i) =>
          signals.update({ open: open[i]!, high: high[i]!, low: low[i]!, close: price }, false),
        );
      },
    },
  ],
};
