import { PSAR } from "technicalindicators";
import { psar } from "../../../src/indicators/psar.ts";
import { apart } from "../apart.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const ours = ({ high, low }: { high: Float64Array; low: Float64Array }) => psar(high, low);

export const psarOracles: Oracles = {
  indicator: "psar",
  rows: [
    {
      oracle: "talib",
      compares: "SAR",
      ours,
      theirs: ({ high, low }) => real(talib.SAR({ high, low, acceleration: 0.02, maximum: 0.2 }).output, 1),
    },
    {
      oracle: "technicalindicators",
      compares: "PSAR, which begins upwards and does not count a touch, on bars without touches, once both have turned",
      ours: ({ high, low }) => psar(apart(high, 1), apart(low, -1)),
      theirs: ({ high, low }) =>
        PSAR.calculate({
          high: apart(high, 1),
          low: apart(low, -1),
          step: 0.02,
          max: 0.2,
        }),
      from: 100,
    },
  ],
};

/*
 * PSAR of trading-signals is left out: it holds the stop outside the bar before last only where the bar at hand reaches it, and
 * puts a stop that turned upwards 0.01 below the low. Neither is Wilder's rule or TA-Lib's.
 */
