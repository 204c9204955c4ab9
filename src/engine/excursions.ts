import { TRADE, type TradeTable } from "../ledger/trade-table.ts";
import type { Column } from "../primitives/column.ts";
import type { RunSeries } from "./run-series.ts";

/** What of a round trip decides how far its price moved meanwhile. */
export interface Excursion {
  readonly direction: number;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly entryBar: number;
  readonly exitBar: number;
}

/**
 * Worst and best move while open, fractions of the entry price. Whole bars count with their extremes; the entry's bar does when it was entered at
 * its open, else with its close; the exit's bar counts with the exit price alone, since bar data cannot tell what came before it.
 */
export function excursionOf(
  { bars, schedule }: RunSeries,
  trip: Excursion,
): { readonly mae: number; readonly mfe: number } {
  const { low, high, close } = bars;
  let lowest = Math.min(trip.entryPrice, trip.exitPrice);
  let highest = Math.max(trip.entryPrice, trip.exitPrice);
  const end = Math.min(trip.exitBar, bars.length);
  let i = trip.entryBar;
  if (i < end && trip.entryTime !== schedule.openTime[i]) {
    const price = close[i++]!;
    if (price < lowest) lowest = price;
    if (price > highest) highest = price;
  }
  for (; i < end; i++) {
    if (low[i]! < lowest) lowest = low[i]!;
    if (high[i]! > highest) highest = high[i]!;
  }
  const down = lowest / trip.entryPrice - 1;
  const up = highest / trip.entryPrice - 1;
  return trip.direction > 0 ? { mae: down, mfe: up } : { mae: -up, mfe: -down };
}

/** The moves of all closed trades, in columns. */
export function excursionColumns(
  trades: TradeTable,
  series: readonly RunSeries[],
): { readonly mae: Column; readonly mfe: Column } {
  const mae = new Float64Array(trades.length);
  const mfe = new Float64Array(trades.length);
  for (let row = 0; row < trades.length; row++) {
    const excursion = excursionOf(series[trades.at(row, TRADE.instrument)]!, {
      direction: trades.at(row, TRADE.direction),
      entryTime: trades.at(row, TRADE.entryTime),
      entryPrice: trades.at(row, TRADE.entryPrice),
      exitPrice: trades.at(row, TRADE.exitPrice),
      entryBar: trades.at(row, TRADE.entryBar),
      exitBar: trades.at(row, TRADE.exitBar),
    });
    mae[row] = excursion.mae;
    mfe[row] = excursion.mfe;
  }
  return { mae, mfe };
}
