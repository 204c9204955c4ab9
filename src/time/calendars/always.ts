import { type CalendarRules, clock, hours, NO_DAYS, NO_HOURS } from "../calendar-rules.ts";

const DAY = hours(0, clock(24));

/** Markets that never close, such as those of cryptocurrencies: each day of UTC is a session. Its name is `24/7`. */
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
