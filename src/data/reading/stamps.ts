import type { Column } from "../../primitives/column.ts";
import { endTimes } from "../../market/suspicious-times.ts";
import type { BarColumns } from "../../market/validate-bars.ts";
import { DAY_MS, dateOfDays, daysOfDate } from "../../time/civil-date.ts";
import type { Calendar } from "../../time/calendar.ts";
import { weekdayOf } from "../../time/holidays.ts";
import { inferInterval } from "../../time/infer-interval.ts";
import { type Interval, intervalEnd, isDailyOrLonger } from "../../time/interval.ts";
import type { Zone } from "../../time/zone.ts";
import { fileError, invalidFile } from "../file-error.ts";
import { normalizedName } from "./columns.ts";

/** Whether times are the starts or the ends of bars. */
export type Stamp = "start" | "end";

export const STAMPS: readonly Stamp[] = ["start", "end"];

const MONDAY = 1;
const MINUTE_MS = 60_000;

/**
 * Moves times that are the ends of bars to their starts: one interval back for intraday bars, and for longer ones to the midnight on which
 * the day, week, month or quarter began that has the time in it. Throws `INTERVAL_UNKNOWN`, and `SETTING_INVALID` for bars of five sessions,
 * whose first day is unknown.
 */
export function startsOfEnds(
  file: string,
  columns: BarColumns,
  stated: Interval | undefined,
  zone: Zone,
  calendar?: Calendar,
): BarColumns {
  const interval = stated ?? inferInterval(columns.time, calendar);
  if (!isDailyOrLonger(interval)) {
    const length = intervalEnd(interval, 0);
    // Some vendors stamp the last millisecond or second of a bar. Bars of seconds end inside minutes.
    const grid = length % MINUTE_MS === 0 ? MINUTE_MS : MINUTE_MS % length === 0 ? length : 1000;
    return { ...columns, time: columns.time.map((end) => Math.ceil(end / grid) * grid - length) };
  }
  const firstDay = FIRST_DAYS[interval];
  if (firstDay === undefined)
    throw fileError(
      "SETTING_INVALID",
      file,
      `has bars of ${interval}, for which --stamped end is not supported: their times must be the start of bars`,
      { interval },
    );
  return {
    ...columns,
    time: columns.time.map((end) => {
      // A date names the last day of a longer bar; a day that is stamped at a midnight ended there.
      const local = interval === "1d" ? zone.toLocal(end) - 1 : zone.toLocal(end);
      return zone.toInstantOrAfter(firstDay(Math.floor(local / DAY_MS)) * DAY_MS);
    }),
  };
}

/** First day of the day, week, month or quarter that a day belongs to; days count from 1970-01-01. */
const FIRST_DAYS: Readonly<Partial<Record<Interval, (day: number) => number>>> = {
  "1d": (day) => day,
  "1wk": (day) => day - ((weekdayOf(day) - MONDAY + 7) % 7),
  "1mo": (day) => {
    const { year, month } = dateOfDays(day);
    return daysOfDate(year, month, 1);
  },
  "3mo": (day) => {
    const { year, month } = dateOfDays(day);
    return daysOfDate(year, month - ((month - 1) % 3), 1);
  },
};

/** Whether all times are in the last second of a minute, such as 23:59:59: no bar begins there. */
function areLastSeconds(time: Column): boolean {
  return time.length > 2 && time.every((instant) => instant - Math.floor(instant / 60_000) * 60_000 >= 59_000);
}

/** Matches the normalized name of a column of times that are the ends of bars. */
const END_NAME =
  /^(?:time|date|datetime|timestamp)?(?:period|bar|candle|window)?(?:close|end)(?:time|date|datetime|timestamp|at)?$/;

/**
 * Returns whether the times of a file, from the column of the given name, are the starts or the ends of its bars. Months and quarters dated by their last days are ends, and so are
 * times in the last second of a minute, since no bars begin there. Throws `DATA_FILE_INVALID` for other times that look like ends but may be starts, such as sessions from 09:31 to 16:00.
 */
export function stampOf(
  file: string,
  name: string,
  time: Column,
  stated: Interval | undefined,
  zone: Zone,
  calendar?: Calendar,
): Stamp {
  const interval = stated ?? intervalOrUndefined(time, calendar);
  if (areLastSeconds(time)) return "end";
  if (END_NAME.test(normalizedName(name))) throw unclearStamp(file, `their column has the name ${name}`);
  // Days are noted alone, since few Saturdays may be chance.
  const ends =
    interval === undefined || interval === "1d" ? undefined : endTimes({ time, interval }, { zone: zone.name });
  if (ends === undefined) return "start";
  if (interval === "1mo" || interval === "3mo") return "end";
  throw unclearStamp(file, ends.shown);
}

function unclearStamp(file: string, shown: string): Error {
  const message = `has times that look like the ends of bars: ${shown}. Use --stamped end, or --stamped start if they are starts`;
  return invalidFile(file, message, { stamped: "unclear" });
}

function intervalOrUndefined(time: Column, calendar: Calendar | undefined): Interval | undefined {
  try {
    return inferInterval(time, calendar);
  } catch {
    // The error for an unknown interval is thrown where bars are made.
    return undefined;
  }
}
