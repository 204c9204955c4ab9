import { ADL } from "technicalindicators";
import { AD as SignalsAD } from "trading-signals";
import { ad } from "../../../src/indicators/ad.ts";
import { fromFirstBar } from "../from-first-bar.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";
import { talib } from "../talib.ts";

const ours: OracleRow["ours"] = ({ high, low, close, volume }) => ad(high, low, close, volume);

export const adOracles: Oracles = {
  indicator: "ad",
  rows: [
    {
      oracle: "talib",
      compares: "AD",
      ours,
      theirs: ({ high, low, close, volume }) => fromFirstBar(talib.AD, { high, low, close, volume }).output,
    },
    {
      oracle: "technicalindicators",
      compares: "ADL, which is rounded to whole numbers and counts flat bars as bought: here without their volume",
      ours,
      theirs: ({ high, low, close, volume }) =>
        ADL.calculate({ high, low, close, volume: volume.map((traded, i) => (high[i] === low[i] ? 0 : traded)) }),
      tolerance: 0.51,
    },
    { oracle: "trading-signals", compares: "AD", ours, theirs: (bars) => streamBars(new SignalsAD(), bars) },
  ],
};
