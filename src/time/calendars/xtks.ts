import { type CalendarRules, clock, closure, type SessionHours } from "../calendar-rules.ts";
import { daysOfDate } from "../civil-date.ts";
import { weekdayOf } from "../holidays.ts";
import { japaneseHolidays } from "../japanese-holidays.ts";

const LONGER_MORNING = daysOfDate(2011, 11, 21);
const LONGER_AFTERNOON = daysOfDate(2024, 11, 5);

const FIRST = session(clock(11), clock(15));
const SECOND = session(clock(11, 30), clock(15));
const THIRD = session(clock(11, 30), clock(15, 30));

/** The first and the last session of a year were mornings only up to January 2009. */
const MORNING: SessionHours = { ...FIRST, close: clock(11), postClose: clock(11), earlyClose: true, breaks: [] };
const LAST_MORNING_YEAR = 2009;

/**
 * Tokyo Stock Exchange: 09:00 to 11:30 and 12:30 to 15:30. The afternoon ended at 15:00 before 5 November 2024, the morning at 11:00 before
 * 21 November 2011. Closed on Japanese holidays, from 31 December to 3 January, and on 1 October 2020, when its system failed.
 *
 * Holds for 2000 to 2027; other years follow the same rules. Left out: the shorter afternoons from January to April 2006 and days on
 * which trading failed for some hours.
 */
export const xtks: CalendarRules = {
  name: "XTKS",
  title: "Tokyo Stock Exchange",
  zone: "Asia/Tokyo",
  weekends: false,
  sessionsPerYear: 252,
  week: (weekday, day) => {
    if (weekday === 0 || weekday === 6) return undefined;
    if (day >= LONGER_AFTERNOON) return THIRD;
    return day >= LONGER_MORNING ? SECOND : FIRST;
  },
  holidays,
  otherHours: (year) => {
    const closed = new Set(holidays(year));
    const isSession = (day: number): boolean => weekdayOf(day) !== 0 && weekdayOf(day) !== 6 && !closed.has(day);
    const mornings = new Map<number, SessionHours>();
    let first = daysOfDate(year, 1, 1);
    while (!isSession(first)) first++;
    let last = daysOfDate(year, 12, 31);
    while (!isSession(last)) last--;
    if (year <= LAST_MORNING_YEAR) mornings.set(first, MORNING);
    if (year < LAST_MORNING_YEAR) mornings.set(last, MORNING);
    return mornings;
  },
  // Trading did not begin that morning; towards noon it was said that it would not that day. The moment errs late.
  facts: [closure(daysOfDate(2020, 10, 1), Date.UTC(2020, 9, 1, 3))],
};

function holidays(year: number): number[] {
  const own = [daysOfDate(year, 1, 2), daysOfDate(year, 1, 3), daysOfDate(year, 12, 31)];
  return [...japaneseHolidays(year), ...own];
}

function session(lunch: number, close: number): SessionHours {
  const open = clock(9);
  return { preOpen: open, open, close, postClose: close, earlyClose: false, breaks: [[lunch, clock(12, 30)]] };
}
