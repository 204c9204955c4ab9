import { TRADE, type TradeTable } from "../ledger/trade-table.ts";
import type { Bars } from "../market/bars.ts";
import type { Column } from "../primitives/column.ts";
import { type GraphSeries, splitUnits } from "./graph-inputs.ts";

/** Fields of a trade from which its excursions are computed. */
export interface ExcursionTrade {
  readonly direction: number;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly exitTime: number;
  readonly exitPrice: number;
  readonly entryBar: number;
  readonly exitBar: number;
}

/**
 * Returns the worst and best price move while a trade was open, as fractions of the entry price. Bars between entry and
 * exit count with high and low, and so does the entry bar after an entry at its open. After an entry inside the bar
 * only its close counts. Of the exit bar only the open and the exit price count, since its other prices may have come
 * after the exit.
 */
export function excursionOf(series: GraphSeries, trip: ExcursionTrade): { readonly mae: number; readonly mfe: number } {
  const { bars, schedule } = series;
  const { low, high, close } = inUnitsOf(series, trip.exitBar);
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
  if (end > trip.entryBar && end < bars.length && trip.exitTime > schedule.openTime[end]!) {
    lowest = Math.min(lowest, bars.open[end]!);
    highest = Math.max(highest, bars.open[end]!);
  }
  const down = lowest / trip.entryPrice - 1;
  const up = highest / trip.entryPrice - 1;
  return trip.direction > 0 ? { mae: down, mfe: up } : { mae: 0 - up, mfe: 0 - down };
}

/**
 * Returns the prices of bars in the units of a given bar, so that a trade over a split is measured in the units of its
 * exit.
 */
function inUnitsOf(series: GraphSeries, bar: number): Pick<Bars, "low" | "high" | "close"> {
  const { bars } = series;
  const units = splitUnits(series);
  if (units === undefined) return bars;
  const own = units[Math.min(bar, bars.length - 1)]!;
  const stated = (column: Column) => column.map((price, i) => (units[i] === own ? price : (price * units[i]!) / own));
  return { low: stated(bars.low), high: stated(bars.high), close: stated(bars.close) };
}

/** Returns the excursions of all closed trades, as columns. */
export function excursionColumns(
  trades: TradeTable,
  series: readonly GraphSeries[],
): { readonly mae: Column; readonly mfe: Column } {
  const mae = new Float64Array(trades.length);
  const mfe = new Float64Array(trades.length);
  for (let row = 0; row < trades.length; row++) {
    const excursion = excursionOf(series[trades.at(row, TRADE.instrument)]!, {
      direction: trades.at(row, TRADE.direction),
      entryTime: trades.at(row, TRADE.entryTime),
      entryPrice: trades.at(row, TRADE.entryPrice),
      exitTime: trades.at(row, TRADE.exitTime),
      exitPrice: trades.at(row, TRADE.exitPrice),
      entryBar: trades.at(row, TRADE.entryBar),
      exitBar: trades.at(row, TRADE.exitBar),
    });
    mae[row] = excursion.mae;
    mfe[row] = excursion.mfe;
  }
  return { mae, mfe };
}
