import type { Column } from "../primitives/column.ts";
import { DAY_MS, fixedLength, intervalEnd, isDailyOrLonger } from "../time/interval.ts";
import type { Bars } from "./bars.ts";

/** When the bars of a series open and close, and its sessions. All times are epoch milliseconds. */
export interface Schedule {
  readonly openTime: Column;
  /** End of each bar's interval, no later than the start of the next bar. */
  readonly closeTime: Column;
  readonly sessionOpen: Column;
  readonly sessionClose: Column;
  /** Each bar is a session of its own: both pairs of columns are the same. */
  readonly sessionIsBar: boolean;
}

const schedules = new WeakMap<Bars, Schedule>();

/**
 * The schedule of a series for which no calendar is declared: a bar of a day or longer is its own session; intraday bars belong
 * to their UTC day, whose session begins with its first bar and ends at midnight UTC.
 */
export function scheduleOf(bars: Bars): Schedule {
  let schedule = schedules.get(bars);
  if (schedule === undefined) {
    schedule = makeSchedule(bars);
    schedules.set(bars, schedule);
  }
  return schedule;
}

function makeSchedule(bars: Bars): Schedule {
  const { time, interval, length } = bars;
  const closeTime = new Float64Array(length);
  const fixed = fixedLength(interval);
  for (let i = 0; i < length; i++) {
    const start = time[i]!;
    const end = fixed === undefined ? intervalEnd(interval, start) : start + fixed;
    closeTime[i] = i + 1 < length && time[i + 1]! < end ? time[i + 1]! : end;
  }
  if (isDailyOrLonger(interval)) {
    return { openTime: time, closeTime, sessionOpen: time, sessionClose: closeTime, sessionIsBar: true };
  }
  const firsts: number[] = [];
  for (let i = 0; i < length; i++) {
    if (i === 0 || Math.floor(time[i]! / DAY_MS) > Math.floor(time[i - 1]! / DAY_MS)) firsts.push(time[i]!);
  }
  return {
    openTime: time,
    closeTime,
    sessionOpen: Float64Array.from(firsts),
    sessionClose: Float64Array.from(firsts, (first) => (Math.floor(first / DAY_MS) + 1) * DAY_MS),
    sessionIsBar: false,
  };
}
