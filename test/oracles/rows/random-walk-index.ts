import { randomWalkIndex } from "../../../src/indicators/random-walk-index.ts";
import type { OracleRow, Oracles, PlainBars } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

/*
 * The RandomWalkIndex of trading-signals is not compared. Its walks of k bars start k - 1 bars before, and it divides
 * them by Wilder's average of all true ranges so far.
 */
export const randomWalkIndexOracles: Oracles = {
  indicator: "randomWalkIndex",
  rows: (["high", "low"] as const).map((output): OracleRow => ({
    oracle: "talib",
    compares: `SMA of TRANGE for each length of walk as ${output}, with 0 without any range`,
    ours: ({ high, low, close }) =>
      randomWalkIndex(high, low, close)[output].map((value, i) => (i >= period && Number.isNaN(value) ? 0 : value)),
    theirs(bars) {
      const walks = Array.from({ length: period - 1 }, (_, i) => walksOf(bars, i + 2, output));
      const longest = walks.at(-1)!;
      // Aligns the walks at their last bar, since longer walks have fewer values.
      return longest.map((_, i) => {
        const ended = walks.map((walk) => walk[walk.length - longest.length + i]!).filter(Number.isFinite);
        return ended.length === 0 ? 0 : Math.max(...ended);
      });
    },
  })),
};

/** Length of each walk over `length` bars, divided by the length expected by chance. */
function walksOf({ high, low, close }: PlainBars, length: number, output: "high" | "low"): number[] {
  const ranges = real(talib.TRANGE({ high, low, close }).output, 1);
  return real(talib.SMA({ inReal: ranges, timePeriod: length }).output, length - 1).map((mean, i) => {
    const way = output === "high" ? high[i + length]! - low[i]! : high[i]! - low[i + length]!;
    return mean < 1e-9 ? NaN : way / (mean * Math.sqrt(length));
  });
}
