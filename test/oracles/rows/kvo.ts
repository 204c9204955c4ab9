import { KVO as SignalsKVO } from "trading-signals";
import { kvo } from "../../../src/indicators/kvo.ts";
import type { Oracles, PlainBars } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";
import { real, talib } from "../talib.ts";

export const kvoOracles: Oracles = {
  indicator: "kvo",
  rows: [
    {
      oracle: "trading-signals",
      compares: "KVO, whose averages start with the first force, after the initial averages have faded",
      ours: ({ high, low, close, volume }) => kvo(high, low, close, volume).kvo,
      theirs: oscillator,
      from: 900,
    },
    {
      oracle: "talib",
      compares: "EMA of the KVO of trading-signals, after the initial averages have faded",
      ours: ({ high, low, close, volume }) => kvo(high, low, close, volume).signal,
      theirs: (bars) => real(talib.EMA({ inReal: oscillator(bars).slice(1), timePeriod: 13 }).output, 12),
      from: 1000,
    },
  ],
};

function oscillator(bars: PlainBars): number[] {
  return streamBars(new SignalsKVO(34, 55), bars).map((value) => value ?? NaN);
}
