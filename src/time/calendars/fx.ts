import { type CalendarRules, clock, hours, NO_DAYS, NO_HOURS } from "../calendar-rules.ts";

/** From 17:00 on the evening before. */
const USUAL = hours(clock(-7), clock(17));

/**
 * The week of foreign exchange: from Sunday 17:00 to Friday 17:00 in New York without a pause; a session ends and the next begins at 17:00
 * and has the date of its end. `FX` is no market identifier, since there is no exchange. No holidays: trading is thin on them, but prices
 * are made.
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
