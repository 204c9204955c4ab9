import type { Column } from "../primitives/column.ts";
import { union } from "../primitives/union.ts";
import type { Calendar } from "../time/calendar.ts";
import type { Bars } from "./bars.ts";
import { scheduleOf } from "./schedule.ts";

/** Bars and the calendar by which they close. */
export interface AlignInput {
  readonly bars: Bars;
  readonly calendar?: Calendar | undefined;
}

/** Many series on one axis of times: one row for each moment at which a bar of any of them closes. */
export interface Alignment {
  /** Epoch milliseconds, rising. */
  readonly time: Column;
  /** Of each series, in the order given: the index of the last bar that has closed by then; -1 before the first. */
  readonly index: readonly Int32Array[];
  /** Of each series: 1 where no bar of it closed at this moment, so that its last price is older. */
  readonly stale: readonly Uint8Array[];
}

/**
 * Puts many series on the moments at which their bars close, whatever their intervals, zones and sessions. Nothing is filled in: where
 * a series has no bar it keeps the index of its last one and is marked stale. Throws BARS_INVALID for a bar without a session.
 *
 * @example
 * const { time, index } = align([{ bars: spy }, { bars: tlt }]);
 * const spread = Float64Array.from(time, (_, i) => spy.close[index[0]![i]!]! - tlt.close[index[1]![i]!]!); // NaN before both began
 */
export function align(series: readonly AlignInput[]): Alignment {
  const closes = series.map(({ bars, calendar }) => scheduleOf(bars, calendar).closeTime);
  const time = union(closes);
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
