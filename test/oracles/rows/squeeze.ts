import { TTMSqueeze } from "trading-signals";
import { squeeze } from "../../../src/indicators/squeeze.ts";
import type { Oracles, PlainBars } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;

export const squeezeOracles: Oracles = {
  indicator: "squeeze",
  rows: [
    {
      oracle: "talib",
      compares: "the bands of SMA and VAR inside those of EMA and ATR",
      ours: ({ high, low, close }) => squeeze(high, low, close).on,
      theirs({ high, low, close }) {
        const mean = real(talib.SMA({ inReal: close, timePeriod: period }).output, period - 1);
        const variance = real(talib.VAR({ inReal: close, timePeriod: period, nbDev: 1 }).output, period - 1);
        const middle = real(talib.EMA({ inReal: close, timePeriod: period }).output, period - 1);
        const ranges = real(talib.ATR({ high, low, close, timePeriod: period }).output, period);
        return ranges.map((range, i) => {
          const reach = 2 * Math.sqrt(variance[i + 1]!);
          const away = Math.abs(mean[i + 1]! - middle[i + 1]!);
          return Number(away + reach < 1.5 * range);
        });
      },
    },
    {
      oracle: "talib",
      compares: "LINEARREG of the close minus the mean of SMA and the middle of MAX and MIN",
      ours: ({ high, low, close }) => squeeze(high, low, close).momentum,
      theirs({ high, low, close }) {
        const highest = real(talib.MAX({ inReal: high, timePeriod: period }).output, period - 1);
        const lowest = real(talib.MIN({ inReal: low, timePeriod: period }).output, period - 1);
        const mean = real(talib.SMA({ inReal: close, timePeriod: period }).output, period - 1);
        const away = mean.map((value, i) => close[i + period - 1]! - ((highest[i]! + lowest[i]!) / 2 + value) / 2);
        return real(talib.LINEARREG({ inReal: away, timePeriod: period }).output, period - 1);
      },
    },
    {
      oracle: "trading-signals",
      compares:
        "TTMSqueeze isSqueezed, whose channel starts with the first value, after the initial averages have faded",
      ours: ({ high, low, close }) => squeeze(high, low, close, { firstTr: "highLow" }).on,
      theirs: (bars) => signalsValues(bars).map((value) => value && Number(value.isSqueezed)),
      from: 300,
    },
    {
      oracle: "trading-signals",
      compares: "TTMSqueeze momentum",
      ours: ({ high, low, close }) => squeeze(high, low, close).momentum,
      theirs: (bars) => signalsValues(bars).map((value) => value?.momentum),
    },
  ],
};

function signalsValues({ high, low, close }: PlainBars): ({ isSqueezed: boolean; momentum: number } | null)[] {
  const signals = new TTMSqueeze();
  return close.map((price, i) => signals.update({ high: high[i]!, low: low[i]!, close: price }, false));
}
