import { barSessions } from "../../market/bar-sessions.ts";
import { Bars } from "../../market/bars.ts";
import { lastUpTo } from "../../primitives/rising.ts";
import type { Calendar } from "../../time/calendar.ts";
import { fixedLength, isDailyOrLonger } from "../../time/interval.ts";

/**
 * Bars with a first one before a moment at which none of them has begun: the last price that was known then, of the other bars of the same instrument, as a
 * bar in which nothing was traded. Orders are admitted at it, and none is as old as to meet it.
 */
export function withPriceBefore(bars: Bars, others: readonly Bars[], start: number, calendar: Calendar): Bars {
  if (isDailyOrLonger(bars.interval) || barSessions(bars, calendar).openTime[0]! <= start) return bars;
  let close = NaN;
  let time = -Infinity;
  for (const other of others) {
    const { closeTime } = barSessions(other, calendar);
    const last = lastUpTo(closeTime, start, -1);
    if (last < 0 || closeTime[last]! <= time) continue;
    close = other.close[last]!;
    time = closeTime[last]!;
  }
  if (time === -Infinity) return bars;
  const before = (value: number, column: Float64Array): Float64Array => {
    const longer = new Float64Array(column.length + 1);
    longer[0] = value;
    longer.set(column, 1);
    return longer;
  };
  return new Bars(bars.interval, {
    time: before(time - fixedLength(bars.interval)!, bars.time),
    open: before(close, bars.open),
    high: before(close, bars.high),
    low: before(close, bars.low),
    close: before(close, bars.close),
    volume: before(0, bars.volume),
  });
}
