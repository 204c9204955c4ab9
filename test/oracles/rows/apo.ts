import { APO } from "trading-signals";
import { apo } from "../../../src/indicators/apo.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const AVERAGES = [
  { average: "ema", type: talib.MAType.EMA },
  { average: "sma", type: talib.MAType.SMA },
] as const;

export const apoOracles: Oracles = {
  indicator: "apo",
  rows: [
    ...AVERAGES.map(({ average, type }): OracleRow => ({
      oracle: "talib",
      compares: `APO with ${average}`,
      ours: ({ close }) => apo(close, { average }),
      theirs: ({ close }) =>
        real(talib.APO({ inReal: close, fastPeriod: 12, slowPeriod: 26, MAType: type }).output, 25),
    })),
    {
      oracle: "trading-signals",
      compares: "APO, whose averages start with the first value, after the initial averages have faded",
      ours: ({ close }) => apo(close),
      theirs({ close }) {
        const signals = new APO({ fastPeriod: 12, slowPeriod: 26 });
        return close.map((price) => signals.update(price, false));
      },
      from: 500,
    },
  ],
};
