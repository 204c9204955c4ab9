import type { Fill } from "../../ledger/records.ts";
import type { MarketData } from "../../market/market-data.ts";

/** A price that has not moved for so many bars is no market's. */
const STILL = 3;

/** Number of fills in bars without volume, or at the end of bars whose price stood still. */
export function staleFills(fills: readonly Fill[], data: MarketData): number {
  const bySymbol = new Map(data.series.map(({ instrument, bars }) => [instrument.symbol, bars]));
  return fills.filter(({ symbol, time }) => {
    const bars = bySymbol.get(symbol);
    if (bars === undefined) return false;
    let [low, high] = [0, bars.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (bars.time[middle]! <= time) low = middle + 1;
      else high = middle;
    }
    const bar = low - 1;
    if (bar < 0) return false;
    if (bars.volume[bar] === 0) return true;
    if (bar < STILL) return false;
    for (let i = bar; i > bar - STILL; i--) {
      if (bars.high[i] !== bars.low[i] || bars.close[i] !== bars.close[i - 1]) return false;
    }
    return true;
  }).length;
}
