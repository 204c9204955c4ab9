import { WEMA } from "technicalindicators";
import { RMA, WSMA } from "trading-signals";
import { rma } from "../../../src/indicators/rma.ts";
import type { Oracles } from "../oracle-row.ts";

const period = 14;
const ours = ({ close }: { close: Float64Array }) => rma(close, period);

export const rmaOracles: Oracles = {
  indicator: "rma",
  rows: [
    {
      oracle: "technicalindicators",
      compares: "WEMA",
      ours,
      theirs: ({ close }) => WEMA.calculate({ values: close, period }),
    },
    {
      oracle: "trading-signals",
      compares: "WSMA",
      ours,
      theirs({ close }) {
        const signals = new WSMA(period);
        return close.map((price) => signals.update(price, false));
      },
    },
    {
      oracle: "trading-signals",
      compares: "RMA, which starts with the first value, after the initial averages have faded",
      ours,
      theirs({ close }) {
        const signals = new RMA(period);
        return close.map((price) => signals.update(price, false));
      },
      from: 400,
    },
  ],
};
