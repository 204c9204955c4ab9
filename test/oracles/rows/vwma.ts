import { VWMA } from "trading-signals";
import { vwma } from "../../../src/indicators/vwma.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const ours = ({ close, volume }: { close: Float64Array; volume: Float64Array }) => vwma(close, volume, period);

export const vwmaOracles: Oracles = {
  indicator: "vwma",
  rows: [
    {
      oracle: "trading-signals",
      compares: "VWMA",
      ours,
      theirs({ high, low, close, volume }) {
        const signals = new VWMA(period);
        return close.map((price, i) =>
          signals.update({ high: high[i]!, low: low[i]!, close: price, volume: volume[i]! }, false),
        );
      },
    },
    {
      oracle: "talib",
      compares: "SMA of price times volume over SMA of volume",
      ours,
      theirs({ close, volume }) {
        const average = (inReal: number[]) => real(talib.SMA({ inReal, timePeriod: period }).output, period - 1);
        const volumes = average(volume);
        return average(close.map((price, i) => price * volume[i]!)).map((value, i) => value / volumes[i]!);
      },
    },
  ],
};
