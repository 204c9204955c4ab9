import { Stochastic } from "technicalindicators";
import { StochasticOscillator } from "trading-signals";
import { stochastic } from "../../../src/indicators/stochastic.ts";
import type { OracleRow, Oracles, PlainBars } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

export const stochasticOracles: Oracles = {
  indicator: "stochastic",
  rows: [
    {
      oracle: "talib",
      compares: "%D of STOCHF as %K, with a flat range of 0",
      ours: ({ high, low, close }) => stochastic(high, low, close, { flat: 0 }).k,
      theirs: (bars) => slowed(bars),
    },
    {
      oracle: "talib",
      compares: "SMA of %D of STOCHF as %D, with a flat range of 0",
      ours: ({ high, low, close }) => stochastic(high, low, close, { flat: 0 }).d,
      theirs: (bars) => real(talib.SMA({ inReal: slowed(bars), timePeriod: 3 }).output, 2),
    },
    ...(["k", "d"] as const).map((output): OracleRow => ({
      oracle: "technicalindicators",
      compares: `Stochastic ${output} with slowing 1 and a flat range of 0`,
      ours: ({ high, low, close }) => stochastic(high, low, close, { slowing: 1, flat: 0 })[output],
      theirs: ({ high, low, close }) =>
        Stochastic.calculate({ high, low, close, period: 14, signalPeriod: 3 }).map((value) => value[output]),
    })),
    ...(["k", "d"] as const).map((output): OracleRow => ({
      oracle: "trading-signals",
      compares: `StochasticOscillator ${output} with a flat range of 0, from the first bar of %D`,
      ours: ({ high, low, close }) => stochastic(high, low, close, { flat: 0 })[output],
      theirs({ high, low, close }) {
        const signals = new StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 });
        return high.map((top, i) => {
          const value = signals.update({ high: top, low: low[i]!, close: close[i]! }, false);
          return output === "k" ? value?.stochK : value?.stochD;
        });
      },
      from: 17,
    })),
  ],
};

function slowed({ high, low, close }: PlainBars): number[] {
  return real(talib.STOCHF({ high, low, close, fastK_Period: 14, fastD_Period: 3 }).fastD, 15);
}
