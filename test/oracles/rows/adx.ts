import { ADX } from "technicalindicators";
import { ADX as SignalsADX } from "trading-signals";
import { adx } from "../../../src/indicators/adx.ts";
import { distinctPrices } from "../distinct-prices.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const OUTPUTS = [
  { ours: "plusDi", talib: talib.PLUS_DI, lookback: period, plain: "pdi" },
  { ours: "minusDi", talib: talib.MINUS_DI, lookback: period, plain: "mdi" },
  { ours: "adx", talib: talib.ADX, lookback: 2 * period - 1, plain: "adx" },
] as const;

export const adxOracles: Oracles = {
  indicator: "adx",
  rows: OUTPUTS.flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `${output.ours}, with init talib`,
      ours: ({ high, low, close }) => adx(high, low, close, { init: "talib" })[output.ours],
      theirs: ({ high, low, close }) =>
        real(output.talib({ high, low, close, timePeriod: period }).output, output.lookback),
    },
    {
      oracle: "talib",
      compares: `${output.ours} of another start, after the initial averages have faded`,
      ours: ({ high, low, close }) => adx(high, low, close)[output.ours],
      theirs: ({ high, low, close }) =>
        real(output.talib({ high, low, close, timePeriod: period }).output, output.lookback),
      from: 600,
    },
    {
      oracle: "technicalindicators",
      compares: `ADX ${output.plain}, from the first bar of ADX`,
      ours: ({ high, low, close }) => adx(high, low, close)[output.ours],
      theirs: ({ high, low, close }) => ADX.calculate({ high, low, close, period }).map((value) => value[output.plain]),
      from: 2 * period - 1,
    },
    {
      oracle: "trading-signals",
      compares: `ADX ${output.plain} on bars without equal moves, after the initial averages have faded`,
      ours: ({ high, low, close }) => adx(distinctPrices(high, 1), distinctPrices(low, -1), close)[output.ours],
      theirs({ high, low, close }) {
        const signals = new SignalsADX(period);
        const lows = distinctPrices(low, -1);
        return distinctPrices(high, 1).map((top, i) => {
          const value = signals.update({ high: top, low: lows[i]!, close: close[i]! }, false);
          if (output.plain === "adx") return value;
          const share = signals[output.plain];
          return typeof share === "number" ? 100 * share : undefined;
        });
      },
      from: 600,
    },
  ]),
};
