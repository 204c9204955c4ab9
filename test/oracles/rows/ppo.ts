import { PPO } from "trading-signals";
import { ppo } from "../../../src/indicators/ppo.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const AVERAGES = [
  { average: "ema", type: talib.MAType.EMA },
  { average: "sma", type: talib.MAType.SMA },
] as const;

export const ppoOracles: Oracles = {
  indicator: "ppo",
  rows: [
    ...AVERAGES.flatMap(({ average, type }): OracleRow[] => {
      const line = (close: number[]) =>
        real(talib.PPO({ inReal: close, fastPeriod: 12, slowPeriod: 26, MAType: type }).output, 25);
      const signal = (close: number[]) =>
        real(talib.MA({ inReal: line(close), timePeriod: 9, MAType: type }).output, 8);
      return [
        {
          oracle: "talib",
          compares: `PPO with ${average}`,
          ours: ({ close }) => ppo(close, { average }).ppo,
          theirs: ({ close }) => line(close),
        },
        {
          oracle: "talib",
          compares: `MA of PPO with ${average} as signal`,
          ours: ({ close }) => ppo(close, { average }).signal,
          theirs: ({ close }) => signal(close),
        },
        {
          oracle: "talib",
          compares: `PPO minus its MA with ${average} as histogram`,
          ours: ({ close }) => ppo(close, { average }).histogram,
          theirs({ close }) {
            const lines = line(close);
            return signal(close).map((mean, i) => lines[i + 8]! - mean);
          },
        },
      ];
    }),
    {
      oracle: "trading-signals",
      compares: "PPO, whose averages start with the first value, after the initial averages have faded",
      ours: ({ close }) => ppo(close).ppo,
      theirs({ close }) {
        const signals = new PPO({ fastPeriod: 12, slowPeriod: 26 });
        return close.map((price) => signals.update(price, false));
      },
      from: 500,
    },
  ],
};
