import { SuperTrend } from "trading-signals";
import { supertrend } from "../../../src/indicators/supertrend.ts";
import type { BarColumns } from "../../support/series.ts";
import type { OracleRow, Oracles, PlainBars } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const OUTPUTS = [
  { ours: "line", read: (value: ReturnType<typeof signalsOf>[number]) => value?.supertrend },
  {
    ours: "direction",
    read: (value: ReturnType<typeof signalsOf>[number]) => value && (value.trend === "BULLISH" ? 1 : -1),
  },
] as const;

export const supertrendOracles: Oracles = {
  indicator: "supertrend",
  rows: [
    ...OUTPUTS.map((output): OracleRow => ({
      oracle: "trading-signals",
      compares: `SuperTrend ${output.ours}, with firstTr highLow`,
      ours: ({ high, low, close }) => supertrend(high, low, close, { firstTr: "highLow" })[output.ours],
      theirs: (bars) => signalsOf(bars).map((value) => output.read(value)),
    })),
    {
      oracle: "talib",
      compares: "ATR: the distance of the line from the middle of the first bar with a value",
      ours: firstReach,
      theirs: ({ high, low, close }) => real(talib.ATR({ high, low, close, timePeriod: 10 }).output, 10).slice(0, 1),
    },
  ],
};

function signalsOf({ high, low, close }: PlainBars) {
  const signals = new SuperTrend({ interval: 10, multiplier: 3 });
  return high.map((top, i) => signals.update({ high: top, low: low[i]!, close: close[i]! }, false));
}

/** Distance of the line from the bar's middle, divided by the multiplier of 3, up to the first bar with a value. */
function firstReach({ high, low, close }: BarColumns): Float64Array {
  return supertrend(high, low, close)
    .line.map((line, i) => (line - (high[i]! + low[i]!) / 2) / 3)
    .slice(0, 11);
}
