import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Bars } from "../../market/bars.ts";
import { BarsBuilder } from "../../market/bars-builder.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { fixedLength, type Interval } from "../../time/interval.ts";
import type { Zone } from "../../time/zone.ts";

const HOUR_MS = 3_600_000;

/** Trades in the order in which they happened; several may share a time. */
export interface Trades {
  readonly time: Column;
  readonly price: Column;
  readonly size: Column;
}

/**
 * Bars of trades: the first price, the highest, the lowest, the last and the sum of sizes of each stretch in which there was a trade.
 * Stretches are counted from midnight of the zone. Throws INTERVAL_UNAVAILABLE for intervals longer than a day.
 */
export function tickBars({ time, price, size }: Trades, interval: Interval, zone: Zone): Bars {
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
    const start = startOf(time[first]!, length, zone);
    let high = price[first]!;
    let low = high;
    let volume = size[first]!;
    let next = first + 1;
    for (; next < time.length && startOf(time[next]!, length, zone) === start; next++) {
      high = Math.max(high, price[next]!);
      low = Math.min(low, price[next]!);
      volume += size[next]!;
    }
    builder.append(start, price[first]!, high, low, price[next - 1]!, volume);
    first = next;
  }
  return builder.build();
}

/** Longer stretches keep to the clock where it is changed; shorter ones pass it by, so that an hour shown twice is two stretches. */
function startOf(instant: number, length: number, zone: Zone): number {
  const local = zone.toLocal(instant);
  const within = (local - Math.floor(local / DAY_MS) * DAY_MS) % length;
  return length <= HOUR_MS ? instant - within : zone.toInstantOrAfter(local - within);
}
