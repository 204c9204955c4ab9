import { MACD } from "technicalindicators";
import { EMA as SignalsEMA, MACD as SignalsMACD } from "trading-signals";
import { macd } from "../../../src/indicators/macd.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const LOOKBACK = 26 + 9 - 2;
const OUTPUTS = [
  { ours: "macd", talib: "MACD", plain: "MACD" },
  { ours: "signal", talib: "MACDSignal", plain: "signal" },
  { ours: "histogram", talib: "MACDHist", plain: "histogram" },
] as const;

export const macdOracles: Oracles = {
  indicator: "macd",
  rows: OUTPUTS.flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `MACD ${output.talib}, with aligned seeds, from the first bar of the signal`,
      ours: ({ close }) => macd(close, { alignSeeds: true })[output.ours],
      theirs: ({ close }) =>
        real(talib.MACD({ inReal: close, fastPeriod: 12, slowPeriod: 26, signalPeriod: 9 })[output.talib], LOOKBACK),
      from: LOOKBACK,
    },
    {
      oracle: "talib",
      compares: `MACD ${output.talib} of another start, after the initial averages have faded`,
      ours: ({ close }) => macd(close)[output.ours],
      theirs: ({ close }) =>
        real(talib.MACD({ inReal: close, fastPeriod: 12, slowPeriod: 26, signalPeriod: 9 })[output.talib], LOOKBACK),
      from: 500,
    },
    {
      oracle: "technicalindicators",
      compares: `MACD ${output.plain}`,
      ours: ({ close }) => macd(close)[output.ours],
      theirs: ({ close }) =>
        MACD.calculate({
          values: close,
          fastPeriod: 12,
          slowPeriod: 26,
          signalPeriod: 9,
          SimpleMAOscillator: false,
          SimpleMASignal: false,
        }).map((value) => value[output.plain]),
    },
    {
      oracle: "trading-signals",
      compares: `MACD ${output.ours}, whose averages start with the first value, after the initial averages have faded`,
      ours: ({ close }) => macd(close)[output.ours],
      theirs({ close }) {
        const signals = new SignalsMACD(new SignalsEMA(12), new SignalsEMA(26), new SignalsEMA(9));
        return close.map((price) => signals.update(price, false)?.[output.ours]);
      },
      from: 500,
    },
  ]),
};
