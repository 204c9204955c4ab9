import { CHOP } from "trading-signals";
import { chop } from "../../../src/indicators/chop.ts";
import type { BarColumns } from "../../support/series.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

export const chopOracles: Oracles = {
  indicator: "chop",
  rows: [
    {
      oracle: "talib",
      compares: "SUM of TRANGE over MAX minus MIN, limited to 100 and 100 for a flat window",
      ours: ({ high, low, close }) => chop(high, low, close, period),
      theirs({ high, low, close }) {
        const ranges = real(talib.TRANGE({ high, low, close }).output, 1);
        const ways = real(talib.SUM({ inReal: ranges, timePeriod: period }).output, period - 1);
        const highest = real(talib.MAX({ inReal: high, timePeriod: period }).output, period - 1);
        const lowest = real(talib.MIN({ inReal: low, timePeriod: period }).output, period - 1);
        return ways.map((way, i) => {
          const height = highest[i + 1]! - lowest[i + 1]!;
          return height === 0 ? 100 : Math.min(100, (100 * Math.log10(way / height)) / Math.log10(period));
        });
      },
    },
    {
      oracle: "trading-signals",
      compares: "CHOP, which extends each bar to the previous close: compared on bars that are already extended",
      ours(bars) {
        const { high, low, close } = extended(bars);
        return chop(high, low, close, period);
      },
      theirs({ high, low, close }) {
        const signals = new CHOP(period);
        return close.map((price, i) => signals.update({ high: high[i]!, low: low[i]!, close: price }, false));
      },
    },
  ],
};

/** Bars whose highs and lows are extended to the previous close. */
function extended({ high, low, close }: BarColumns): Pick<BarColumns, "high" | "low" | "close"> {
  return {
    high: high.map((top, i) => Math.max(top, close[i - 1] ?? top)),
    low: low.map((bottom, i) => Math.min(bottom, close[i - 1] ?? bottom)),
    close,
  };
}
