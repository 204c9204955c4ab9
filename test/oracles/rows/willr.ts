import { WilliamsR } from "technicalindicators";
import { WilliamsR as SignalsWilliamsR } from "trading-signals";
import { willr } from "../../../src/indicators/willr.ts";
import type { BarColumns } from "../../support/series.ts";
import type { Oracles, PlainBars, TheirValues } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours = ({ high, low, close }: BarColumns) => willr(high, low, close, period);

export const willrOracles: Oracles = {
  indicator: "willr",
  rows: [
    {
      oracle: "talib",
      compares: "WILLR, which is 0 for a flat range",
      ours,
      theirs: (bars) => flatInTheMiddle(bars, real(talib.WILLR({ ...bars, timePeriod: period }).output, period - 1)),
    },
    {
      oracle: "technicalindicators",
      compares: "WilliamsR, which is NaN for a flat range",
      ours,
      theirs: (bars) => flatInTheMiddle(bars, WilliamsR.calculate({ ...bars, period })),
    },
    {
      oracle: "trading-signals",
      compares: "WilliamsR, which is -100 for a flat range",
      ours,
      theirs(bars) {
        const signals = new SignalsWilliamsR(period);
        return flatInTheMiddle(
          bars,
          bars.close.map((close, i) => signals.update({ high: bars.high[i]!, low: bars.low[i]!, close }, false)),
        );
      },
    },
  ],
};

/** Values of another library, with -50 for bars whose highest high equals the lowest low. */
function flatInTheMiddle({ high, low }: PlainBars, theirs: TheirValues): TheirValues {
  const behind = high.length - theirs.length;
  return theirs.map((value, i) => {
    const end = i + behind + 1;
    const start = Math.max(0, end - period);
    return value !== null && Math.max(...high.slice(start, end)) === Math.min(...low.slice(start, end)) ? -50 : value;
  });
}
