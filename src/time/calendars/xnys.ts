import { type CalendarFact, type CalendarRules, clock, closure, hours, type SessionHours } from "../calendar-rules.ts";
import { daysOfDate } from "../civil-date.ts";
import { goodFriday, nearestWeekday, nthWeekday, sundayToMonday, weekdayOf } from "../holidays.ts";

const USUAL = hours(clock(9, 30), clock(16), clock(4), clock(20));
const EARLY: SessionHours = { ...USUAL, close: clock(13), postClose: clock(17), earlyClose: true };

/**
 * New York Stock Exchange, and the other stock exchanges of the United States, which have the same sessions. Regular hours are 09:30 to
 * 16:00 and extended hours 04:00 to 20:00; early closes are at 13:00, with extended hours until 17:00.
 *
 * Exact for 2000 to 2027. Other years follow the rules of today, without holidays that were introduced later. Hours, holidays and
 * unscheduled closures that existed only before 2000 are omitted. Extended hours are those of today in all years. Moments of silence and
 * trading halts do not end a session.
 */
export const xnys: CalendarRules = {
  name: "XNYS",
  title: "New York Stock Exchange",
  zone: "America/New_York",
  weekends: false,
  sessionsPerYear: 252,
  week: (weekday) => (weekday === 0 || weekday === 6 ? undefined : USUAL),
  holidays: (year) => [
    // New Year's Day: on a Saturday it does not move to the Friday, which ends the accounting year.
    sundayToMonday(daysOfDate(year, 1, 1)),
    // Martin Luther King Jr. Day.
    ...(year >= 1998 ? [nthWeekday(year, 1, 1, 3)] : []),
    // Presidents' Day: 22 February until 1970, a Monday since.
    year >= 1971 ? nthWeekday(year, 2, 1, 3) : sundayToMonday(daysOfDate(year, 2, 22)),
    goodFriday(year),
    // Memorial Day: 30 May until 1970, a Monday since.
    year >= 1971 ? nthWeekday(year, 5, 1, -1) : sundayToMonday(daysOfDate(year, 5, 30)),
    // Juneteenth.
    ...(year >= 2022 ? [nearestWeekday(daysOfDate(year, 6, 19))] : []),
    nearestWeekday(daysOfDate(year, 7, 4)),
    // Labor Day.
    nthWeekday(year, 9, 1, 1),
    // Thanksgiving.
    nthWeekday(year, 11, 4, 4),
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
  // Until 2012, if Independence Day was a Thursday, the Friday after it closed early instead of the Wednesday before.
  if (weekday === 3 && year < 2013) days.push(daysOfDate(year, 7, 5));
  const christmasEve = daysOfDate(year, 12, 24);
  if (weekdayOf(christmasEve) >= 1 && weekdayOf(christmasEve) <= 4) days.push(christmasEve);
  return days;
}

/**
 * Returns the unscheduled closures and changes, each known from a time after its announcement. If an announcement's date is uncertain, a
 * late one is assumed, so that a strategy never learns of a closure before traders did.
 */
function facts(): CalendarFact[] {
  const day = daysOfDate;
  return [
    // September 11 attacks: trading did not open that morning, and each further closure was announced the day before.
    closure(day(2001, 9, 11), Date.UTC(2001, 8, 11, 13, 25)),
    closure(day(2001, 9, 12), Date.UTC(2001, 8, 11, 22)),
    closure(day(2001, 9, 13), Date.UTC(2001, 8, 12, 22)),
    closure(day(2001, 9, 14), Date.UTC(2001, 8, 13, 22)),
    // First anniversary of the attacks: the open was at noon. The time of the announcement is uncertain; the evening before is assumed.
    {
      day: day(2002, 9, 11),
      knownAt: Date.UTC(2002, 8, 10, 22),
      change: (before) => before && { ...before, open: clock(12) },
    },
    // An early close on the Friday after Christmas 2003.
    { day: day(2003, 12, 26), knownAt: Date.UTC(2003, 11, 1, 22), change: (before) => before && EARLY },
    // Day of mourning for President Reagan.
    closure(day(2004, 6, 11), Date.UTC(2004, 5, 7, 22)),
    // Day of mourning for President Ford.
    closure(day(2007, 1, 2), Date.UTC(2006, 11, 29, 22)),
    // Hurricane Sandy: the closure was announced on the Sunday evening.
    closure(day(2012, 10, 29), Date.UTC(2012, 9, 29, 3)),
    closure(day(2012, 10, 30), Date.UTC(2012, 9, 29, 22)),
    // Day of mourning for President George H. W. Bush.
    closure(day(2018, 12, 5), Date.UTC(2018, 11, 1, 22)),
    // Day of mourning for President Carter.
    closure(day(2025, 1, 9), Date.UTC(2024, 11, 30, 22)),
  ];
}
