import { KVO as SignalsKVO } from "trading-signals";
import { kvo } from "../../../src/indicators/kvo.ts";
import type { Oracles, PlainBars } from "../oracle-row.ts";
import { signalled } from "../signalled.ts";
import { real, talib } from "../talib.ts";

export const kvoOracles: Oracles = {
  indicator: "kvo",
  rows: [
    {
      oracle: "trading-signals",
      compares: "KVO, whose averages begin with the first force, once the seeds have faded",
      ours: ({ high, low, close, volume }) => kvo(high, low, close, volume).kvo,
      theirs: oscillator,
      from: 900,
    },
    {
      oracle: "talib",
      compares:
        "EMA of the KVO of trading-signals, whose averages begin with the first force, once the seeds have faded",
      ours: ({ high, low, close, volume }) => kvo(high, low, close, volume).signal,
      theirs: (bars) => real(talib.EMA({ inReal: oscillator(bars).slice(1), timePeriod: 13 }).output, 12),
      from: 1000,
    },
  ],
};

function oscillator(bars: PlainBars): number[] {
  return signalled(new SignalsKVO(34, 55), bars).map((value) => value ?? NaN);
}
