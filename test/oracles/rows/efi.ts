import { ForceIndex } from "technicalindicators";
import { ForceIndex as SignalsForceIndex } from "trading-signals";
import { efi } from "../../../src/indicators/efi.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";
import { real, talib } from "../talib.ts";

const period = 13;
const ours: OracleRow["ours"] = ({ close, volume }) => efi(close, volume, period);

export const efiOracles: Oracles = {
  indicator: "efi",
  rows: [
    {
      oracle: "talib",
      compares: "EMA of the change times volume",
      ours,
      theirs({ close, volume }) {
        const inReal = close.slice(1).map((price, i) => (price - close[i]!) * volume[i + 1]!);
        return real(talib.EMA({ inReal, timePeriod: period }).output, period - 1);
      },
    },
    {
      oracle: "technicalindicators",
      compares: "ForceIndex",
      ours,
      theirs: ({ close, volume }) => ForceIndex.calculate({ close, volume, period }),
    },
    {
      oracle: "trading-signals",
      compares: "ForceIndex, whose average starts with the first force, after the seed has faded",
      ours,
      theirs: (bars) => streamBars(new SignalsForceIndex(period), bars),
      from: 300,
    },
  ],
};
