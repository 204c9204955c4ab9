import { MFI } from "technicalindicators";
import { MFI as SignalsMFI } from "trading-signals";
import { mfi } from "../../../src/indicators/mfi.ts";
import type { OracleRow, Oracles, PlainBars } from "../oracle-row.ts";
import { signalled } from "../signalled.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours: OracleRow["ours"] = ({ high, low, close, volume }) => mfi(high, low, close, volume, period);

export const mfiOracles: Oracles = {
  indicator: "mfi",
  rows: [
    {
      oracle: "talib",
      compares: "MFI, which is 0 without any flow there",
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
      compares:
        "MFI, a bar late and rounded to two decimals there; without the volume of unchanged bars, which counts as falling, and no number without any flow there",
      ours,
      theirs: (bars) =>
        MFI.calculate({ high: bars.high, low: bars.low, close: bars.close, volume: flowing(bars), period }).map(
          (value) => (Number.isNaN(value) ? 50 : value),
        ),
      from: period + 1,
      tolerance: 0.006,
    },
    { oracle: "trading-signals", compares: "MFI", ours, theirs: (bars) => signalled(new SignalsMFI(period), bars) },
  ],
};

/** The volume of bars whose typical price is another than that of the bar before; else 0. */
function flowing({ high, low, close, volume }: PlainBars): number[] {
  const typical = close.map((price, i) => (high[i]! + low[i]! + price) / 3);
  return volume.map((traded, i) => (typical[i] === typical[i - 1] ? 0 : traded));
}
