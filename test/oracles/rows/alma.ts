import { ALMA } from "trading-signals";
import { alma } from "../../../src/indicators/alma.ts";
import type { Oracles } from "../oracle-row.ts";

export const almaOracles: Oracles = {
  indicator: "alma",
  rows: [
    {
      oracle: "trading-signals",
      compares: "ALMA",
      ours: ({ close }) => alma(close),
      theirs({ close }) {
        const signals = new ALMA(9);
        return close.map((price) => signals.update(price, false));
      },
    },
    {
      oracle: "trading-signals",
      compares: "ALMA of 20 with another offset and sigma",
      ours: ({ close }) => alma(close, 20, 0.5, 4),
      theirs({ close }) {
        const signals = new ALMA(20, 0.5, 4);
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
