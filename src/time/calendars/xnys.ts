import { type CalendarFact, type CalendarRules, clock, closure, hours, type SessionHours } from "../calendar-rules.ts";
import { daysOfDate } from "../civil-date.ts";
import { goodFriday, nearestWeekday, nthWeekday, sundayToMonday, weekdayOf } from "../holidays.ts";

const USUAL = hours(clock(9, 30), clock(16), clock(4), clock(20));
const EARLY: SessionHours = { ...USUAL, close: clock(13), postClose: clock(17), earlyClose: true };

/**
 * New York Stock Exchange, and the other stock exchanges of the United States, which keep the same days: 09:30 to 16:00, trading before
 * the open from 04:00 and after the close until 20:00; early closes at 13:00, until 17:00 after them.
 *
 * Exact for 2000 to 2027. Other years follow the same rules, without the holidays that were not yet kept, so that bars of a day since
 * 1971 find their sessions; earlier hours and holidays that are no longer kept, and closures that nobody foresees, are missing. The hours before the open and after the close are those of today in all years. Moments of
 * silence and halts are not sessions' ends.
 */
export const xnys: CalendarRules = {
  name: "XNYS",
  title: "New York Stock Exchange",
  zone: "America/New_York",
  weekends: false,
  sessionsPerYear: 252,
  week: (weekday) => (weekday === 0 || weekday === 6 ? undefined : USUAL),
  holidays: (year) => [
    // A New Year's Day on a Saturday is not kept on the Friday, which ends the old year's books.
    sundayToMonday(daysOfDate(year, 1, 1)),
    ...(year >= 1998 ? [nthWeekday(year, 1, 1, 3)] : []), // Martin Luther King Jr. Day
    // Holidays of a date up to 1970, of a Monday since.
    year >= 1971 ? nthWeekday(year, 2, 1, 3) : sundayToMonday(daysOfDate(year, 2, 22)), // Presidents' Day
    goodFriday(year),
    year >= 1971 ? nthWeekday(year, 5, 1, -1) : sundayToMonday(daysOfDate(year, 5, 30)), // Memorial Day
    ...(year >= 2022 ? [nearestWeekday(daysOfDate(year, 6, 19))] : []), // Juneteenth
    nearestWeekday(daysOfDate(year, 7, 4)),
    nthWeekday(year, 9, 1, 1), // Labor Day
    nthWeekday(year, 11, 4, 4), // Thanksgiving
    nearestWeekday(daysOfDate(year, 12, 25)),
  ],
  otherHours: (year) => new Map(earlyCloses(year).map((day) => [day, EARLY])),
  facts: facts(),
};

function earlyCloses(year: number): number[] {
  const days = [nthWeekday(year, 11, 4, 4) + 1];
  const beforeIndependence = daysOfDate(year, 7, 3);
  const weekday = weekdayOf(beforeIndependence);
  if (weekday === 1 || weekday === 2 || weekday === 4 || (weekday === 3 && year >= 2013)) days.push(beforeIndependence);
  // Up to 2012 a holiday on a Thursday shortened the Friday after it instead of the Wednesday before.
  if (weekday === 3 && year < 2013) days.push(daysOfDate(year, 7, 5));
  const christmasEve = daysOfDate(year, 12, 24);
  if (weekdayOf(christmasEve) >= 1 && weekdayOf(christmasEve) <= 4) days.push(christmasEve);
  return days;
}

/**
 * The moments are the dates of the announcements as far as we know them, at an hour after them: where they err, a strategy learns of a
 * closure later than its traders did, never earlier.
 */
function facts(): CalendarFact[] {
  const day = daysOfDate;
  return [
    // The attacks: trading did not open that morning, and it was said day by day that it would not.
    closure(day(2001, 9, 11), Date.UTC(2001, 8, 11, 13, 25)),
    closure(day(2001, 9, 12), Date.UTC(2001, 8, 11, 22)),
    closure(day(2001, 9, 13), Date.UTC(2001, 8, 12, 22)),
    closure(day(2001, 9, 14), Date.UTC(2001, 8, 13, 22)),
    // The anniversary: in August it was to open at 11:00, it opened at noon. When that was decided we do not know: the evening before.
    {
      day: day(2002, 9, 11),
      knownAt: Date.UTC(2002, 8, 10, 22),
      change: (before) => before && { ...before, open: clock(12) },
    },
    // The Friday after Christmas.
    { day: day(2003, 12, 26), knownAt: Date.UTC(2003, 11, 1, 22), change: (before) => before && EARLY },
    closure(day(2004, 6, 11), Date.UTC(2004, 5, 7, 22)), // mourning for President Reagan
    closure(day(2007, 1, 2), Date.UTC(2006, 11, 29, 22)), // mourning for President Ford
    closure(day(2012, 10, 29), Date.UTC(2012, 9, 29, 3)), // Hurricane Sandy: announced on the Sunday evening
    closure(day(2012, 10, 30), Date.UTC(2012, 9, 29, 22)),
    closure(day(2018, 12, 5), Date.UTC(2018, 11, 1, 22)), // mourning for President Bush
    closure(day(2025, 1, 9), Date.UTC(2024, 11, 30, 22)), // mourning for President Carter
  ];
}
