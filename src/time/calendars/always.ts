import { type CalendarRules, clock, hours, NO_DAYS, NO_HOURS } from "../calendar-rules.ts";

const DAY = hours(0, clock(24));

/** Rules of the calendar `24/7`, for markets that never close, such as cryptocurrencies: each UTC day is a session. */
export const always: CalendarRules = {
  name: "24/7",
  title: "Always open",
  zone: "UTC",
  weekends: true,
  sessionsPerYear: 365,
  week: () => DAY,
  holidays: () => NO_DAYS,
  otherHours: () => NO_HOURS,
  facts: [],
};
