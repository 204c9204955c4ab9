import type { Portfolio } from "../ledger/portfolio.ts";
import { TRADE } from "../ledger/trade-table.ts";
import type { PositionValues } from "../metrics/performance-facts.ts";
import type { Column } from "../primitives/column.ts";
import type { RunSeries } from "./run-series.ts";
import { splitUnits } from "./split-units.ts";

/**
 * Worth of long and of short positions at these times, read from the books after the run: a round trip is held from the bar of its entry on and
 * no more in the bar of its exit. Marked at the last close, as equity is.
 */
export function positionValues(portfolio: Portfolio, series: readonly RunSeries[], times: Column): PositionValues {
  const long = new Float64Array(times.length);
  const short = new Float64Array(times.length);
  const changes = changesOf(portfolio, series);
  series.forEach((one, index) => {
    const { bars, schedule, instrument, rate } = one;
    const units = splitUnits(one);
    let held = 0;
    let next = 0;
    for (let i = 0; i < times.length; i++) {
      while (next < bars.length && schedule.closeTime[next]! <= times[i]!) held += changes[index]![next++]!;
      const last = next - 1;
      const price = last < 0 ? 0 : bars.close[last]! * (units?.[last] ?? 1) * (rate?.[last] ?? 1);
      const worth = held * price * instrument.multiplier;
      if (worth > 0) long[i]! += worth;
      else short[i]! -= worth;
    }
  });
  return { long, short };
}

/** By how much the position of each instrument changes within each of its bars, in units of its first recorded session. */
function changesOf({ trades, held, heldCount }: Portfolio, series: readonly RunSeries[]): readonly Column[] {
  const changes = series.map(({ bars }) => new Float64Array(bars.length + 1));
  for (let row = 0; row < trades.length; row++) {
    const column = changes[trades.at(row, TRADE.instrument)]!;
    const units = unitsAt(series[trades.at(row, TRADE.instrument)]!, trades.at(row, TRADE.exitBar));
    const quantity = (trades.at(row, TRADE.direction) * trades.at(row, TRADE.quantity)) / units;
    column[trades.at(row, TRADE.entryBar)]! += quantity;
    column[trades.at(row, TRADE.exitBar)]! -= quantity;
  }
  for (const position of held.slice(0, heldCount)) {
    for (let lot = 0; lot < position.lots; lot++) {
      const { bar, quantity } = position.lot(lot);
      changes[position.index]![bar]! +=
        (Math.sign(position.quantity) * quantity) / unitsAt(series[position.index]!, Infinity);
    }
  }
  return changes;
}

/** Units at a bar, or at the last, for one at the first recorded session. */
function unitsAt(series: RunSeries, bar: number): number {
  return splitUnits(series)?.[Math.min(bar, series.bars.length - 1)] ?? 1;
}
