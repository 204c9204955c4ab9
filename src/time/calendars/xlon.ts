import { type CalendarFact, type CalendarRules, clock, closure, hours, type SessionHours } from "../calendar-rules.ts";
import { daysOfDate } from "../civil-date.ts";
import { easterSunday, fridayBefore, goodFriday, nthWeekday, weekdayOf } from "../holidays.ts";

const USUAL = hours(clock(8), clock(16, 30));
const HALF_DAY: SessionHours = { ...USUAL, close: clock(12, 30), postClose: clock(12, 30), earlyClose: true };

/**
 * London Stock Exchange: 08:00 to 16:30, closed on the bank holidays of England. The last sessions before Christmas and before New
 * Year close at 12:30. The auctions before the open and after the close do not count as extended hours.
 *
 * Complete for 2000 to 2027, as far as announced; other years follow the same rules.
 */
export const xlon: CalendarRules = {
  name: "XLON",
  title: "London Stock Exchange",
  zone: "Europe/London",
  weekends: false,
  sessionsPerYear: 252,
  week: (weekday) => (weekday === 0 || weekday === 6 ? undefined : USUAL),
  holidays: (year) => [
    mondayAfter(daysOfDate(year, 1, 1)),
    goodFriday(year),
    easterSunday(year) + 1,
    nthWeekday(year, 5, 1, 1),
    springHoliday(year),
    nthWeekday(year, 8, 1, -1),
    ...christmas(year),
  ],
  otherHours: (year) =>
    new Map([
      [fridayBefore(daysOfDate(year, 12, 24)), HALF_DAY],
      [fridayBefore(daysOfDate(year, 12, 31)), HALF_DAY],
    ]),
  facts: facts(),
};

/** Years in which the spring bank holiday was moved to June for a jubilee, with its day in June. */
const MOVED_SPRING: Readonly<Record<number, number>> = { 2002: 4, 2012: 4, 2022: 2 };

function springHoliday(year: number): number {
  const moved = MOVED_SPRING[year];
  return moved === undefined ? nthWeekday(year, 5, 1, -1) : daysOfDate(year, 6, moved);
}

/** Returns the holidays for Christmas Day and Boxing Day, moved to the next weekdays if they fall on a weekend. */
function christmas(year: number): number[] {
  const day = daysOfDate(year, 12, 25);
  const weekday = weekdayOf(day);
  if (weekday === 5) return [day, day + 3];
  if (weekday === 6) return [day + 2, day + 3];
  return weekday === 0 ? [day + 1, day + 2] : [day, day + 1];
}

function mondayAfter(day: number): number {
  const weekday = weekdayOf(day);
  if (weekday === 6) return day + 2;
  return weekday === 0 ? day + 1 : day;
}

/**
 * Returns the one-off bank holidays, known from the evening of their announcement. If the time of an announcement is uncertain, a late one
 * is assumed.
 */
function facts(): CalendarFact[] {
  const day = daysOfDate;
  const victoryDay = Date.UTC(2019, 5, 7, 22);
  return [
    // Golden jubilee of Queen Elizabeth II, announced before 2000.
    closure(day(2002, 6, 3), -Infinity),
    // Wedding of Prince William.
    closure(day(2011, 4, 29), Date.UTC(2010, 10, 23, 22)),
    // Diamond jubilee of Queen Elizabeth II.
    closure(day(2012, 6, 5), Date.UTC(2010, 0, 5, 22)),
    // The early May holiday of 2020 moved to the anniversary of VE Day.
    { day: day(2020, 5, 4), knownAt: victoryDay, change: () => USUAL },
    closure(day(2020, 5, 8), victoryDay),
    // Platinum jubilee of Queen Elizabeth II.
    closure(day(2022, 6, 3), Date.UTC(2020, 10, 12, 22)),
    // Funeral of Queen Elizabeth II.
    closure(day(2022, 9, 19), Date.UTC(2022, 8, 10, 22)),
    // Coronation of King Charles III.
    closure(day(2023, 5, 8), Date.UTC(2022, 10, 6, 22)),
  ];
}
