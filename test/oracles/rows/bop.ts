import { BOP } from "trading-signals";
import { bop } from "../../../src/indicators/bop.ts";
import type { BarColumns } from "../../support/series.ts";
import type { Oracles } from "../oracle-row.ts";
import { talib } from "../talib.ts";

const ours = ({ open, high, low, close }: BarColumns) => bop(open, high, low, close);

export const bopOracles: Oracles = {
  indicator: "bop",
  rows: [
    {
      oracle: "talib",
      compares: "BOP",
      ours,
      theirs: ({ open, high, low, close }) => talib.BOP({ open, high, low, close }).output,
    },
    {
      oracle: "trading-signals",
      compares: "BOP",
      ours,
      theirs({ open, high, low, close }) {
        const signals = new BOP();
        return close.map((price, i) =>
          signals.update({ open: open[i]!, high: high[i]!, low: low[i]!, close: price }, false),
        );
      },
    },
  ],
};
