import { DonchianChannels } from "trading-signals";
import { donchian } from "../../../src/indicators/donchian.ts";
import type { OracleRow, Oracles, PlainBars } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;

export const donchianOracles: Oracles = {
  indicator: "donchian",
  rows: (["upper", "middle", "lower"] as const).flatMap((band): OracleRow[] => [
    {
      oracle: "talib",
      compares: `MAX and MIN as ${band}`,
      ours: ({ high, low }) => donchian(high, low, period)[band],
      theirs: (bars) => talibBand(bars, band),
    },
    {
      oracle: "talib",
      compares: `MAX and MIN of the previous bar as ${band}, with lag 1`,
      ours: ({ high, low }) => donchian(high, low, period, 1)[band],
      theirs: (bars) => talibBand(bars, band).slice(0, -1),
    },
    {
      oracle: "trading-signals",
      compares: `DonchianChannels ${band}`,
      ours: ({ high, low }) => donchian(high, low, period)[band],
      theirs({ high, low }) {
        const signals = new DonchianChannels(period);
        return high.map((top, i) => signals.update({ high: top, low: low[i]! }, false)?.[band]);
      },
    },
  ]),
};

function talibBand({ high, low }: PlainBars, band: "upper" | "middle" | "lower"): number[] {
  const upper = real(talib.MAX({ inReal: high, timePeriod: period }).output, period - 1);
  const lower = real(talib.MIN({ inReal: low, timePeriod: period }).output, period - 1);
  return upper.map((top, i) => ({ upper: top, middle: (top + lower[i]!) / 2, lower: lower[i]! })[band]);
}
