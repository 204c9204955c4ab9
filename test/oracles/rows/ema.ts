import { EMA } from "technicalindicators";
import { EMA as SignalsEMA } from "trading-signals";
import { ema } from "../../../src/indicators/ema.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;

export const emaOracles: Oracles = {
  indicator: "ema",
  rows: [
    {
      oracle: "talib",
      compares: "EMA",
      ours: ({ close }) => ema(close, period),
      theirs: ({ close }) => real(talib.EMA({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "technicalindicators",
      compares: "EMA",
      ours: ({ close }) => ema(close, period),
      theirs: ({ close }) => EMA.calculate({ values: close, period }),
    },
    {
      oracle: "trading-signals",
      compares: "EMA, with seed first",
      ours: ({ close }) => ema(close, period, { seed: "first" }),
      theirs: ({ close }) => signalsEma(close),
    },
    {
      oracle: "trading-signals",
      compares: "EMA of another start, after the initial averages have faded",
      ours: ({ close }) => ema(close, period),
      theirs: ({ close }) => signalsEma(close),
      from: 300,
    },
  ],
};

function signalsEma(close: number[]): (number | null)[] {
  const signals = new SignalsEMA(period);
  return close.map((price) => signals.update(price, false));
}
