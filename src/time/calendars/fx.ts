import { type CalendarRules, clock, hours, NO_DAYS, NO_HOURS } from "../calendar-rules.ts";

/** Usual hours: a session opens at 17:00 on the evening before its date, and closes at 17:00. */
const USUAL = hours(clock(-7), clock(17));

/**
 * Foreign exchange: Sunday 17:00 to Friday 17:00 in New York without a break. Sessions begin and end at 17:00 and have the date
 * of their close. `FX` is not a market identifier code, since there is no exchange. There are no holidays: prices are quoted on
 * holidays too, although trading is thin.
 */
export const fx: CalendarRules = {
  name: "FX",
  title: "Foreign exchange",
  zone: "America/New_York",
  weekends: false,
  sessionsPerYear: 252,
  week: (weekday) => (weekday === 0 || weekday === 6 ? undefined : USUAL),
  holidays: () => NO_DAYS,
  otherHours: () => NO_HOURS,
  facts: [],
};
