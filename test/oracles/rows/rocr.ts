import { rocr } from "../../../src/indicators/rocr.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 9;

export const rocrOracles: Oracles = {
  indicator: "rocr",
  rows: [
    {
      oracle: "talib",
      compares: "ROCR",
      ours: ({ close }) => rocr(close, period),
      theirs: ({ close }) => real(talib.ROCR({ inReal: close, timePeriod: period }).output, period),
    },
  ],
};
