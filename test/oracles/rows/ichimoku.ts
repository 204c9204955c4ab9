import { IchimokuCloud } from "technicalindicators";
import { IchimokuCloud as SignalsCloud } from "trading-signals";
import { ichimoku } from "../../../src/indicators/ichimoku.ts";
import type { OracleRow, Oracles, PlainBars } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const PERIODS = { conversion: 9, base: 26, spanB: 52 } as const;

export const ichimokuOracles: Oracles = {
  indicator: "ichimoku",
  rows: (["conversion", "base", "spanA", "spanB"] as const).flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `the middles of MAX and MIN as ${output}`,
      ours: ({ high, low }) => ichimoku(high, low)[output],
      theirs(bars) {
        if (output !== "spanA") return middle(bars, PERIODS[output]);
        const conversion = middle(bars, 9).slice(26 - 9);
        return middle(bars, 26).map((base, i) => (conversion[i]! + base) / 2);
      },
    },
    {
      oracle: "technicalindicators",
      compares: `IchimokuCloud ${output}, from the first bar of span B`,
      ours: ({ high, low }) => ichimoku(high, low)[output],
      theirs: ({ high, low }) =>
        IchimokuCloud.calculate({
          high,
          low,
          conversionPeriod: 9,
          basePeriod: 26,
          spanPeriod: 52,
          displacement: 26,
        }).map((value) => value[output]),
      from: 51,
    },
    {
      oracle: "trading-signals",
      compares: `IchimokuCloud ${output}, from the first bar of span B`,
      ours: ({ high, low }) => ichimoku(high, low)[output],
      theirs({ high, low }) {
        const signals = new SignalsCloud();
        return high.map((top, i) => signals.update({ high: top, low: low[i]! }, false)?.[output]);
      },
      from: 51,
    },
  ]),
};

function middle({ high, low }: PlainBars, period: number): number[] {
  const lowest = real(talib.MIN({ inReal: low, timePeriod: period }).output, period - 1);
  return real(talib.MAX({ inReal: high, timePeriod: period }).output, period - 1).map(
    (top, i) => (top + lowest[i]!) / 2,
  );
}
