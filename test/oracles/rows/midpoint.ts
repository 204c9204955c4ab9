import { Highest, Lowest } from "technicalindicators";
import { midpoint } from "../../../src/indicators/midpoint.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours = ({ close }: { close: Float64Array }) => midpoint(close, period);

export const midpointOracles: Oracles = {
  indicator: "midpoint",
  rows: [
    {
      oracle: "talib",
      compares: "MIDPOINT",
      ours,
      theirs: ({ close }) => real(talib.MIDPOINT({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "technicalindicators",
      compares: "the middle of Highest and Lowest",
      ours,
      theirs({ close }) {
        const lowest: number[] = Lowest.calculate({ values: close, period });
        return Highest.calculate({ values: close, period }).map((top: number, i: number) => (top + lowest[i]!) / 2);
      },
    },
  ],
};
