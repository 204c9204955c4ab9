import type { RunResult } from "../../engine/run-result.ts";

/** A price that has not moved for so many bars is no market's. */
const STILL = 3;

/** Number of fills in bars without volume, or at the end of bars whose price stood still. */
export function staleFills({ fills, series }: Pick<RunResult, "fills" | "series">): number {
  const bySymbol = new Map(series.map(({ instrument, bars }) => [instrument.symbol, bars]));
  return fills.filter(({ symbol, bar }) => {
    const bars = bySymbol.get(symbol)!;
    if (bars.volume[bar] === 0) return true;
    if (bar < STILL) return false;
    for (let i = bar; i > bar - STILL; i--) {
      if (bars.high[i] !== bars.low[i] || bars.close[i] !== bars.close[i - 1]) return false;
    }
    return true;
  }).length;
}
