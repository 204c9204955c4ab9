import { Aroon } from "trading-signals";
import { aroonOscillator } from "../../../src/indicators/aroon-oscillator.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours = ({ high, low }: { high: Float64Array; low: Float64Array }) => aroonOscillator(high, low, period);

export const aroonOscillatorOracles: Oracles = {
  indicator: "aroonOscillator",
  rows: [
    {
      oracle: "talib",
      compares: "AROONOSC",
      ours,
      theirs: ({ high, low }) => real(talib.AROONOSC({ high, low, timePeriod: period }).output, period),
    },
    {
      oracle: "trading-signals",
      compares: "Aroon up minus down",
      ours,
      theirs({ high, low }) {
        const signals = new Aroon(period);
        return high.map((top, i) => {
          const value = signals.update({ high: top, low: low[i]! }, false);
          return value && value.aroonUp - value.aroonDown;
        });
      },
    },
  ],
};
