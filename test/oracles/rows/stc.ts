import { STC } from "trading-signals";
import { stc } from "../../../src/indicators/stc.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const CYCLE = 10;
const FACTOR = 0.5;

export const stcOracles: Oracles = {
  indicator: "stc",
  rows: [
    {
      oracle: "talib",
      compares: "EMA, MAX and MIN combined",
      ours: ({ close }) => stc(close),
      theirs({ close }) {
        const slow = real(talib.EMA({ inReal: close, timePeriod: 50 }).output, 49);
        const fast = real(talib.EMA({ inReal: close, timePeriod: 23 }).output, 22).slice(-slow.length);
        return smoothedPlaces(smoothedPlaces(slow.map((average, i) => fast[i]! - average)));
      },
    },
    {
      oracle: "trading-signals",
      compares: "STC, whose averages start with the first value, after the initial averages have faded",
      ours: ({ close }) => stc(close),
      theirs({ close }) {
        const signals = new STC({ cycleInterval: CYCLE, fastInterval: 23, slowInterval: 50 });
        return close.map((price) => signals.update(price, false));
      },
      from: 900,
    },
  ],
};

function smoothedPlaces(values: number[]): number[] {
  const highest = real(talib.MAX({ inReal: values, timePeriod: CYCLE }).output, CYCLE - 1);
  const lowest = real(talib.MIN({ inReal: values, timePeriod: CYCLE }).output, CYCLE - 1);
  let place = 50;
  let average: number | undefined;
  return highest.map((top, i) => {
    const height = top - lowest[i]!;
    if (height > 0) place = (100 * (values[i + CYCLE - 1]! - lowest[i]!)) / height;
    average = average === undefined ? place : average + FACTOR * (place - average);
    return average;
  });
}
