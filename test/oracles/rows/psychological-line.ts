import { PSL } from "trading-signals";
import { psychologicalLine } from "../../../src/indicators/psychological-line.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 12;
const ours = ({ close }: { close: Float64Array }) => psychologicalLine(close, period);

export const psychologicalLineOracles: Oracles = {
  indicator: "psychologicalLine",
  rows: [
    {
      oracle: "talib",
      compares: "SMA of 100 for a positive MOM over one bar, else 0",
      ours,
      theirs({ close }) {
        const changes = real(talib.MOM({ inReal: close, timePeriod: 1 }).output, 1);
        const rises = changes.map((change) => (change > 0 ? 100 : 0));
        return real(talib.SMA({ inReal: rises, timePeriod: period }).output, period - 1);
      },
    },
    {
      oracle: "trading-signals",
      compares: "PSL",
      ours,
      theirs({ close }) {
        const signals = new PSL({ interval: period });
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
