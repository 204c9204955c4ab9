import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Bars } from "../../market/bars.ts";
import { BarsBuilder } from "../../market/bars-builder.ts";
import type { Calendar } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { fixedLength, type Interval } from "../../time/interval.ts";
import type { Zone } from "../../time/zone.ts";

/** Trades in the order in which they happened; several may share a time. */
export interface Trades {
  readonly time: Column;
  readonly price: Column;
  readonly size: Column;
}

/**
 * Bars of trades: the first price, the highest, the lowest, the last and the sum of sizes of each stretch in which there was a trade.
 * Stretches are counted in time that passes since midnight of the zone, and cut at a close behind which trading goes on: a bar that reaches
 * past it is known at the close. Throws INTERVAL_UNAVAILABLE for intervals longer than a day.
 */
export function tickBars({ time, price, size }: Trades, interval: Interval, zone: Zone, calendar: Calendar): Bars {
  const length = fixedLength(interval);
  if (length === undefined || length > DAY_MS) {
    throw new HindcastError(
      "INTERVAL_UNAVAILABLE",
      `interval of bars from trades must be 1d or shorter, was ${interval}`,
      {
        interval,
      },
    );
  }
  const builder = new BarsBuilder(interval);
  for (let first = 0; first < time.length;) {
    const stretch = startOf(time[first]!, length, zone);
    const close = closeIn(calendar, stretch, length);
    const start = time[first]! < close ? stretch : close;
    const end = time[first]! < close ? close : Infinity;
    let high = price[first]!;
    let low = high;
    let volume = size[first]!;
    let next = first + 1;
    for (; next < time.length && time[next]! < end && startOf(time[next]!, length, zone) === stretch; next++) {
      high = Math.max(high, price[next]!);
      low = Math.min(low, price[next]!);
      volume += size[next]!;
    }
    builder.append(start, price[first]!, high, low, price[next - 1]!, volume);
    first = next;
  }
  return builder.build();
}

/** The close inside a stretch behind which trading goes on; Infinity where there is none. */
function closeIn(calendar: Calendar, start: number, length: number): number {
  const session = calendar.lastSession(start + length - 1);
  if (session === undefined) return Infinity;
  const { close, postClose } = session;
  return close > start && close < start + length && postClose > close ? close : Infinity;
}

/**
 * Stretches pass a change of clocks by, for whoever reads a bar takes it to last as long as its interval. The last one of such a day may be
 * shorter; it is known late where no bar follows it.
 */
function startOf(instant: number, length: number, zone: Zone): number {
  const midnight = zone.toInstantOrAfter(Math.floor(zone.toLocal(instant) / DAY_MS) * DAY_MS);
  return midnight + Math.floor((instant - midnight) / length) * length;
}
