import { PSAR } from "technicalindicators";
import { psar } from "../../../src/indicators/psar.ts";
import { distinctPrices } from "../distinct-prices.ts";
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
      compares: "PSAR on bars without touches, after both have reversed",
      ours: ({ high, low }) => psar(distinctPrices(high, 1), distinctPrices(low, -1)),
      theirs: ({ high, low }) =>
        PSAR.calculate({
          high: distinctPrices(high, 1),
          low: distinctPrices(low, -1),
          step: 0.02,
          max: 0.2,
        }),
      from: 100,
    },
  ],
};

/*
 * The PSAR of trading-signals is not compared. It limits the stop by the bar before last only if the current bar
 * reaches that stop, and puts a stop that turned upward 0.01 below the low. Neither is a rule of Wilder or TA-Lib.
 */
