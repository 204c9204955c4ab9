import { KeltnerChannels, WEMA } from "technicalindicators";
import { KeltnerChannels as SignalsChannels } from "trading-signals";
import { keltner } from "../../../src/indicators/keltner.ts";
import type { OracleRow, Oracles, TheirValues } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const atrPeriod = 10;

/** Bands of the channel, each with its distance from the middle in multiples of the range. */
const BANDS = [
  ["upper", 2],
  ["middle", 0],
  ["lower", -2],
] as const;

export const keltnerOracles: Oracles = {
  indicator: "keltner",
  rows: BANDS.flatMap(([band, side]): OracleRow[] => [
    {
      oracle: "talib",
      compares: `EMA and ATR as ${band}`,
      ours: ({ high, low, close }) => keltner(high, low, close)[band],
      theirs: ({ high, low, close }) =>
        around(close, side, real(talib.ATR({ high, low, close, timePeriod: atrPeriod }).output, atrPeriod)),
    },
    {
      oracle: "talib",
      compares: `EMA and TRANGE as ${band}`,
      ours: ({ high, low, close }) => keltner(high, low, close, { band: "tr" })[band],
      theirs: ({ high, low, close }) => around(close, side, real(talib.TRANGE({ high, low, close }).output, 1)),
    },
    {
      oracle: "technicalindicators",
      compares: `TA-Lib's EMA and WEMA of high - low as ${band}`,
      ours: ({ high, low, close }) => keltner(high, low, close, { band: "range" })[band],
      theirs: ({ high, low, close }) =>
        around(close, side, WEMA.calculate({ values: high.map((top, i) => top - low[i]!), period: atrPeriod })),
    },
    {
      oracle: "technicalindicators",
      compares: `KeltnerChannels ${band}`,
      ours: ({ high, low, close }) => keltner(high, low, close)[band],
      theirs: ({ high, low, close }) =>
        KeltnerChannels.calculate({ high, low, close, maPeriod: period, atrPeriod, multiplier: 2, useSMA: false }).map(
          (value) => value[band],
        ),
    },
    {
      oracle: "trading-signals",
      compares: `KeltnerChannels ${band}, whose average starts with the first value, after the initial averages have faded`,
      ours: ({ high, low, close }) => keltner(high, low, close, { firstTr: "highLow" })[band],
      theirs({ high, low, close }) {
        const signals = new SignalsChannels();
        return close.map((price, i) => signals.update({ high: high[i]!, low: low[i]!, close: price }, false)?.[band]);
      },
      from: 300,
    },
  ]),
};

/** TA-Lib's EMA, plus or minus a multiple of the ranges. */
function around(close: number[], side: number, ranges: readonly number[]): TheirValues {
  const middle = real(talib.EMA({ inReal: close, timePeriod: period }).output, period - 1);
  const behind = ranges.length - middle.length;
  return middle.map((value, i) => value + side * ranges[i + behind]!);
}
