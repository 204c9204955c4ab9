import { VortexIndicator } from "trading-signals";
import { vortex } from "../../../src/indicators/vortex.ts";
import type { BarColumns } from "../../support/series.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

export const vortexOracles: Oracles = {
  indicator: "vortex",
  rows: (["plus", "minus"] as const).flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `SUM of the swings and of TRANGE as ${output}, with 0 without any range`,
      ours: (bars) => ours(bars, output),
      theirs({ high, low, close }) {
        const [from, to] = output === "plus" ? [low, high] : [high, low];
        const ranges = real(talib.TRANGE({ high, low, close }).output, 1);
        const swings = ranges.map((_, i) => Math.abs(to[i + 1]! - from[i]!));
        const ways = real(talib.SUM({ inReal: ranges, timePeriod: period }).output, period - 1);
        return real(talib.SUM({ inReal: swings, timePeriod: period }).output, period - 1).map((sum, i) =>
          ways[i] === 0 ? 0 : sum / ways[i]!,
        );
      },
    },
    {
      oracle: "trading-signals",
      compares: `VortexIndicator ${output}, with 0 without any range`,
      ours: (bars) => ours(bars, output),
      theirs({ high, low, close }) {
        const signals = new VortexIndicator(period);
        return high.map((top, i) => signals.update({ high: top, low: low[i]!, close: close[i]! }, false)?.[output]);
      },
    },
  ]),
};

function ours({ high, low, close }: BarColumns, output: "plus" | "minus"): Float64Array {
  return vortex(high, low, close)[output].map((value, i) => (i >= period && Number.isNaN(value) ? 0 : value));
}
