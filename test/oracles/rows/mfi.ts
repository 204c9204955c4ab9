import { MFI } from "technicalindicators";
import { MFI as SignalsMFI } from "trading-signals";
import { mfi } from "../../../src/indicators/mfi.ts";
import type { OracleRow, Oracles, PlainBars } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours: OracleRow["ours"] = ({ high, low, close, volume }) => mfi(high, low, close, volume, period);

export const mfiOracles: Oracles = {
  indicator: "mfi",
  rows: [
    {
      oracle: "talib",
      compares: "MFI, which is 0 without any flow",
      ours,
      theirs(bars) {
        const { high, low, close, volume } = bars;
        const output = real(talib.MFI({ high, low, close, volume, timePeriod: period }).output, period);
        const moved = flowing(bars);
        return output.map((value, i) =>
          moved.slice(i + 1, i + period + 1).every((traded) => traded === 0) ? 50 : value,
        );
      },
    },
    {
      oracle: "technicalindicators",
      compares: "MFI, which is late, rounded and NaN without flow, here without the volume of unchanged bars",
      ours,
      theirs: (bars) =>
        MFI.calculate({ high: bars.high, low: bars.low, close: bars.close, volume: flowing(bars), period }).map(
          (value) => (Number.isNaN(value) ? 50 : value),
        ),
      from: period + 1,
      tolerance: 0.006,
    },
    { oracle: "trading-signals", compares: "MFI", ours, theirs: (bars) => streamBars(new SignalsMFI(period), bars) },
  ],
};

/** Volume of each bar whose typical price differs from that of the previous bar, otherwise 0. */
function flowing({ high, low, close, volume }: PlainBars): number[] {
  const typical = close.map((price, i) => (high[i]! + low[i]! + price) / 3);
  return volume.map((traded, i) => (typical[i] === typical[i - 1] ? 0 : traded));
}
