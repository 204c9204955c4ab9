import { TSI } from "trading-signals";
import { tsi } from "../../../src/indicators/tsi.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

export const tsiOracles: Oracles = {
  indicator: "tsi",
  rows: [
    {
      oracle: "talib",
      compares: "EMA of EMA of MOM, divided by that of its absolute value",
      ours: ({ close }) => tsi(close).tsi,
      theirs: ({ close }) => line(close),
    },
    {
      oracle: "talib",
      compares: "EMA of that as signal",
      ours: ({ close }) => tsi(close).signal,
      theirs: ({ close }) => average(line(close), 13),
    },
    {
      oracle: "trading-signals",
      compares: "TSI, whose averages start with the first value, after the initial averages have faded",
      ours: ({ close }) => tsi(close).tsi,
      theirs({ close }) {
        const signals = new TSI({ longPeriod: 25, shortPeriod: 13 });
        return close.map((price) => signals.update(price, false));
      },
      from: 600,
    },
  ],
};

function line(close: number[]): number[] {
  const changes = real(talib.MOM({ inReal: close, timePeriod: 1 }).output, 1);
  const movement = average(average(changes.map(Math.abs), 25), 13);
  return average(average(changes, 25), 13).map((change, i) => (100 * change) / movement[i]!);
}

function average(values: number[], period: number): number[] {
  return real(talib.EMA({ inReal: values, timePeriod: period }).output, period - 1);
}
