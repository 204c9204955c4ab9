import type { Column } from "../primitives/column.ts";
import { sortedUnion } from "../primitives/union.ts";
import type { Calendar } from "../time/calendar.ts";
import type { Bars } from "./bars.ts";
import { scheduleOf } from "./schedule.ts";

/** Bars to align, and the calendar that determines when they close. */
export interface AlignInput {
  readonly bars: Bars;
  readonly calendar?: Calendar | undefined;
}

/** Series on a common time axis: one row for each time at which a bar of any series closes. */
export interface Alignment {
  /** Time of each row, in epoch milliseconds, increasing. */
  readonly time: Column;
  /** For each series, in input order: a column with the index of the last closed bar at each time; -1 before the first close. */
  readonly index: readonly Int32Array[];
  /** For each series: a column with 1 at each time at which none of its bars closed, so that its last price is older; otherwise 0. */
  readonly stale: readonly Uint8Array[];
}

/**
 * Aligns series of any interval, zone and calendar by the closes of their bars. Adds no bars: a series without a bar at a time keeps
 * the index of its last bar and is marked stale. Throws `BARS_INVALID` for a bar without a session.
 *
 * @example
 * const { time, index } = align([{ bars: spy }, { bars: tlt }]);
 * const spread = Float64Array.from(time, (_, i) => spy.close[index[0]![i]!]! - tlt.close[index[1]![i]!]!); // NaN until both have a bar
 */
export function align(series: readonly AlignInput[]): Alignment {
  const closes = series.map(({ bars, calendar }) => scheduleOf(bars, calendar).closeTime);
  const time = sortedUnion(closes);
  const index = closes.map(() => new Int32Array(time.length));
  const stale = closes.map(() => new Uint8Array(time.length));
  for (const [s, close] of closes.entries()) {
    let at = -1;
    for (let i = 0; i < time.length; i++) {
      const now = time[i]!;
      const before = at;
      while (at + 1 < close.length && close[at + 1]! <= now) at++;
      index[s]![i] = at;
      stale[s]![i] = at === before ? 1 : 0;
    }
  }
  return { time, index, stale };
}
