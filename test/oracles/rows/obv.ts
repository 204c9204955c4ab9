import { OBV } from "technicalindicators";
import { OBV as SignalsOBV } from "trading-signals";
import { obv } from "../../../src/indicators/obv.ts";
import { fromFirstBar } from "../from-first-bar.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";
import { talib } from "../talib.ts";

const ours: OracleRow["ours"] = ({ close, volume }) => obv(close, volume);

export const obvOracles: Oracles = {
  indicator: "obv",
  rows: [
    {
      oracle: "talib",
      compares: "OBV",
      ours,
      theirs: ({ close, volume }) => fromFirstBar(talib.OBV, { inReal: close, volume }).output,
    },
    {
      oracle: "technicalindicators",
      compares: "OBV, which starts on the second bar, without the first volume",
      ours,
      theirs: ({ close, volume }) => OBV.calculate({ close, volume }).map((value) => value + volume[0]!),
      from: 1,
    },
    {
      oracle: "trading-signals",
      compares: "OBV, which starts on the second bar, without the first volume",
      ours,
      theirs: (bars) =>
        streamBars(new SignalsOBV(2), bars).map((value) => (value === null ? value : value + bars.volume[0]!)),
      from: 1,
    },
  ],
};
