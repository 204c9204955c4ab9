import { type CalendarFact, type CalendarRules, clock, closure, hours, type SessionHours } from "../calendar-rules.ts";
import { daysOfDate } from "../civil-date.ts";
import { goodFriday, nearestWeekday, nthWeekday, sundayToMonday, weekdayOf } from "../holidays.ts";

/** Usual hours: a session opens at 17:00 on the evening before its date, and closes at 16:00. */
const USUAL = hours(clock(-7), clock(16));

const halt = (hour: number, minute = 0): SessionHours => ({
  ...hours(clock(-7), clock(hour, minute)),
  earlyClose: true,
});

const HOLIDAY = halt(12);
const HOLIDAY_BEFORE_2014 = halt(10, 30);
const BEFORE_HOLIDAY = halt(12, 15);
const PAYROLLS = halt(8, 15);

/** Memorial Day of 2014, the first holiday with a halt at noon. */
const NOON_SINCE = daysOfDate(2014, 5, 26);

/**
 * Stock-index futures on CME Globex: Sunday 17:00 to Friday 16:00 in Chicago, with a break from 16:00 to 17:00 each day. A session has the
 * date of its close. Closed on New Year's Day, Good Friday and Christmas; holidays on weekends move as at the New York Stock Exchange. On
 * other holidays of the United States, trading stops at 12:00, or at 10:30 before Memorial Day of 2014. The day before Independence Day,
 * the day after Thanksgiving and Christmas Eve close at 12:15. A Good Friday with the employment report closes at 8:15.
 *
 * Early closes and closures are exact for 2009 to 2027. Earlier years follow the same rules, but have no early close before Independence
 * Day, since none is documented. Omitted: breaks of single products (15:15 to 15:30 for stock indices until 2021) and the longer breaks
 * before 2012. Energy, metals, currencies and grains halt at other times; a recording can declare a calendar that extends this one.
 *
 * Source: the holiday schedules that CME Group publishes for each holiday (cmegroup.com, Trading Hours and Holiday Calendar).
 */
export const cmes: CalendarRules = {
  name: "CMES",
  title: "CME Globex",
  zone: "America/Chicago",
  weekends: false,
  sessionsPerYear: 252,
  week: (weekday) => (weekday === 0 || weekday === 6 ? undefined : USUAL),
  holidays: (year) => [
    sundayToMonday(daysOfDate(year, 1, 1)),
    ...(tradesOnGoodFriday(year) ? [] : [goodFriday(year)]),
    nearestWeekday(daysOfDate(year, 12, 25)),
  ],
  otherHours: (year) =>
    new Map([
      ...haltedHolidays(year).map((day) => [day, day < NOON_SINCE ? HOLIDAY_BEFORE_2014 : HOLIDAY] as const),
      ...shortDays(year).map((day) => [day, BEFORE_HOLIDAY] as const),
      ...(tradesOnGoodFriday(year) ? [[goodFriday(year), PAYROLLS] as const] : []),
    ]),
  facts: facts(),
};

/**
 * Returns whether Globex trades on the Good Friday of a year: it does if the employment report is published, on the first Friday of April.
 */
function tradesOnGoodFriday(year: number): boolean {
  const day = goodFriday(year) - daysOfDate(year, 4, 1);
  return year >= 2010 && day >= 0 && day < 7;
}

function haltedHolidays(year: number): number[] {
  return [
    // Martin Luther King Jr. Day.
    ...(year >= 1998 ? [nthWeekday(year, 1, 1, 3)] : []),
    // Presidents' Day.
    nthWeekday(year, 2, 1, 3),
    // Memorial Day.
    nthWeekday(year, 5, 1, -1),
    // Juneteenth.
    ...(year >= 2022 ? [nearestWeekday(daysOfDate(year, 6, 19))] : []),
    nearestWeekday(daysOfDate(year, 7, 4)),
    // Labor Day.
    nthWeekday(year, 9, 1, 1),
    // Thanksgiving.
    nthWeekday(year, 11, 4, 4),
  ];
}

function shortDays(year: number): number[] {
  const days = [nthWeekday(year, 11, 4, 4) + 1];
  const beforeIndependence = daysOfDate(year, 7, 3);
  if (year >= 2009 && weekdayOf(beforeIndependence) >= 1 && weekdayOf(beforeIndependence) <= 4)
    days.push(beforeIndependence);
  const christmasEve = daysOfDate(year, 12, 24);
  if (weekdayOf(christmasEve) >= 1 && weekdayOf(christmasEve) <= 4) days.push(christmasEve);
  return days;
}

/** Returns the unscheduled closures and early closes, each known from a time after its announcement. */
function facts(): CalendarFact[] {
  const day = daysOfDate;
  return [
    // September 11 attacks: trading stopped at 9:15. Stock-index futures resumed on 17 September 2001, with the stock exchanges.
    // Other futures resumed on 13 September (CME news of 12 to 14 September 2001).
    halted(day(2001, 9, 11), Date.UTC(2001, 8, 11, 14, 15), halt(9, 15)),
    closure(day(2001, 9, 12), Date.UTC(2001, 8, 11, 22)),
    closure(day(2001, 9, 13), Date.UTC(2001, 8, 12, 22)),
    closure(day(2001, 9, 14), Date.UTC(2001, 8, 13, 22)),
    // Mourning for Presidents Reagan and Ford. For Ford only the date is documented; a close at 8:15 is assumed.
    halted(day(2004, 6, 11), Date.UTC(2004, 5, 9, 22), halt(8)),
    halted(day(2007, 1, 2), Date.UTC(2006, 11, 29, 22), PAYROLLS),
    // Early closes because of Hurricane Sandy.
    halted(day(2012, 10, 29), Date.UTC(2012, 9, 29, 3), PAYROLLS),
    halted(day(2012, 10, 30), Date.UTC(2012, 9, 29, 22), PAYROLLS),
    // Early closes on the days of mourning for Presidents George H. W. Bush and Carter.
    halted(day(2018, 12, 5), Date.UTC(2018, 11, 2, 22), halt(8, 30)),
    halted(day(2025, 1, 9), Date.UTC(2024, 11, 30, 22), halt(8, 30)),
  ];
}

function halted(day: number, knownAt: number, changed: SessionHours): CalendarFact {
  return { day, knownAt, change: (before) => before && changed };
}
