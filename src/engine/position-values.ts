import type { Portfolio } from "../ledger/portfolio.ts";
import { TRADE } from "../ledger/trade-table.ts";
import type { PositionValues } from "../metrics/performance.ts";
import type { Column } from "../primitives/column.ts";
import type { RunSeries } from "./run-series.ts";

/**
 * Worth of long and of short positions at these times, read from the books after the run: a round trip is held from the bar of its entry on and
 * no more in the bar of its exit. Marked at the last close, as equity is.
 */
export function positionValues(portfolio: Portfolio, series: readonly RunSeries[], times: Column): PositionValues {
  const long = new Float64Array(times.length);
  const short = new Float64Array(times.length);
  const changes = changesOf(portfolio, series);
  series.forEach(({ bars, schedule, instrument }, index) => {
    let held = 0;
    let next = 0;
    for (let i = 0; i < times.length; i++) {
      while (next < bars.length && schedule.closeTime[next]! <= times[i]!) held += changes[index]![next++]!;
      const worth = next > 0 ? held * bars.close[next - 1]! * instrument.multiplier : 0;
      if (worth > 0) long[i]! += worth;
      else short[i]! -= worth;
    }
  });
  return { long, short };
}

/** By how much the position of each instrument changes within each of its bars. */
function changesOf({ trades, held, heldCount }: Portfolio, series: readonly RunSeries[]): readonly Column[] {
  const changes = series.map(({ bars }) => new Float64Array(bars.length + 1));
  for (let row = 0; row < trades.length; row++) {
    const column = changes[trades.at(row, TRADE.instrument)]!;
    const quantity = trades.at(row, TRADE.direction) * trades.at(row, TRADE.quantity);
    column[trades.at(row, TRADE.entryBar)]! += quantity;
    column[trades.at(row, TRADE.exitBar)]! -= quantity;
  }
  for (const position of held.slice(0, heldCount)) {
    for (let lot = 0; lot < position.lots; lot++) {
      const { bar, quantity } = position.lot(lot);
      changes[position.index]![bar]! += Math.sign(position.quantity) * quantity;
    }
  }
  return changes;
}
