import type { Portfolio } from "../ledger/portfolio.ts";
import { TRADE } from "../ledger/trade-table.ts";
import type { PositionValues } from "../metrics/performance-facts.ts";
import type { Column } from "../primitives/column.ts";
import { rateAt } from "../simulation/currency-rates.ts";
import { type GraphSeries, splitUnits } from "./graph-inputs.ts";

/**
 * Returns the value of long and of short positions at session closes, computed from the ledger after the run. Positions
 * are valued as in equity: at the last price, which is the open of a forming bar, and at the exchange rate known at the
 * time.
 */
export function positionValues(portfolio: Portfolio, series: readonly GraphSeries[], times: Column): PositionValues {
  const long = new Float64Array(times.length);
  const short = new Float64Array(times.length);
  const changes = changesOf(portfolio, series);
  series.forEach((one, index) => {
    const { bars, schedule, instrument, rate } = one;
    const due = changes[index]!.toSorted((a, b) => a.time - b.time || Number(a.atOpen) - Number(b.atOpen));
    const units = splitUnits(one);
    let held = 0;
    let next = 0;
    let opened = -1;
    let closed = -1;
    for (let i = 0; i < times.length; i++) {
      const now = times[i]!;
      // At the time of a close, an open at the same time comes after it.
      const known = (time: number, atOpen: boolean) => time < now || (time === now && !atOpen);
      for (; next < due.length && known(due[next]!.time, due[next]!.atOpen); next++) held += due[next]!.quantity;
      while (closed + 1 < bars.length && known(schedule.closeTime[closed + 1]!, false)) closed++;
      while (opened + 1 < bars.length && known(schedule.openTime[opened + 1]!, true)) opened++;
      if (held === 0) continue;
      const price = opened > closed ? bars.open[opened]! : bars.close[closed]!;
      const worth = held * price * (units?.[opened] ?? 1) * rateAt(rate, now) * instrument.multiplier;
      if (worth > 0) long[i]! += worth;
      else short[i]! -= worth;
    }
  });
  return { long, short };
}

/** Change of a position, in units of the instrument's first recorded session. */
interface Change {
  readonly time: number;
  /** Whether the change happened at the open of a bar. */
  readonly atOpen: boolean;
  readonly quantity: number;
}

function changesOf({ trades, held, heldCount }: Portfolio, series: readonly GraphSeries[]): readonly Change[][] {
  const changes = series.map((): Change[] => []);
  const change = (index: number, bar: number, time: number, quantity: number) =>
    changes[index]!.push({ time, atOpen: time === series[index]!.schedule.openTime[bar], quantity });
  for (let row = 0; row < trades.length; row++) {
    const index = trades.at(row, TRADE.instrument);
    const exitBar = trades.at(row, TRADE.exitBar);
    const units = unitsAt(series[index]!, exitBar);
    const quantity = (trades.at(row, TRADE.direction) * trades.at(row, TRADE.quantity)) / units;
    change(index, trades.at(row, TRADE.entryBar), trades.at(row, TRADE.entryTime), quantity);
    change(index, exitBar, trades.at(row, TRADE.exitTime), -quantity);
  }
  for (const position of held.slice(0, heldCount)) {
    for (let lot = 0; lot < position.lots; lot++) {
      const { bar, time, quantity } = position.lot(lot);
      const units = unitsAt(series[position.index]!, Infinity);
      change(position.index, bar, time, (Math.sign(position.quantity) * quantity) / units);
    }
  }
  return changes;
}

/** Returns the units at a bar, or at the last bar, that splits have made of one unit at the first recorded session. */
function unitsAt(series: GraphSeries, bar: number): number {
  return splitUnits(series)?.[Math.min(bar, series.bars.length - 1)] ?? 1;
}
