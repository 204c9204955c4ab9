import { type CalendarRules, clock, hours, NO_HOURS } from "../calendar-rules.ts";
import { daysOfDate } from "../civil-date.ts";
import { goodFriday, nearestWeekday, sundayToMonday } from "../holidays.ts";

/** From 17:00 on the evening before. */
const USUAL = hours(clock(-7), clock(16));

/**
 * Futures on CME Globex: from Sunday 17:00 to Friday 16:00 in Chicago, with a pause from 16:00 to 17:00 each day. A session has the date on
 * which it closes. Closed on New Year's Day, Good Friday and Christmas, for which Saturdays and Sundays are moved as at the New York Stock
 * Exchange.
 *
 * Left out: the early halts on other holidays of the United States, short sessions on some Good Fridays, pauses that single products
 * had (15:15 to 15:30 for stock indices up to 2021) and the longer pauses before 2012. A recording that needs them declares a calendar
 * that extends this one.
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
    goodFriday(year),
    nearestWeekday(daysOfDate(year, 12, 25)),
  ],
  otherHours: () => NO_HOURS,
  facts: [],
};
