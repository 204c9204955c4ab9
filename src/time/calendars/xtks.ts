import { type CalendarRules, clock, closure, type SessionHours } from "../calendar-rules.ts";
import { daysOfDate } from "../civil-date.ts";
import { nthWeekday, weekdayOf } from "../holidays.ts";

const LONGER_MORNING = daysOfDate(2011, 11, 21);
const LONGER_AFTERNOON = daysOfDate(2024, 11, 5);

const HOURS_BEFORE_2011 = session(clock(11), clock(15));
const HOURS_BEFORE_2024 = session(clock(11, 30), clock(15));
const HOURS_SINCE_2024 = session(clock(11, 30), clock(15, 30));

/** Hours of the first and last sessions of a year until January 2009, which ended at 11:00. */
const MORNING: SessionHours = {
  ...HOURS_BEFORE_2011,
  close: clock(11),
  postClose: clock(11),
  earlyClose: true,
  breaks: [],
};
const LAST_MORNING_YEAR = 2009;

/**
 * Tokyo Stock Exchange: 09:00 to 11:30 and 12:30 to 15:30. The afternoon ended at 15:00 before 5 November 2024, the morning at 11:00 before
 * 21 November 2011. Closed on Japanese holidays, from 31 December to 3 January, and on 1 October 2020, when its system failed.
 *
 * Complete for 2000 to 2027; other years follow the same rules. Omitted: the shorter afternoons from January to April 2006, and days on
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
    if (day >= LONGER_AFTERNOON) return HOURS_SINCE_2024;
    return day >= LONGER_MORNING ? HOURS_BEFORE_2024 : HOURS_BEFORE_2011;
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
  // On 1 October 2020 the trading system failed. The closure was announced toward noon in Tokyo; noon is assumed.
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

/**
 * Returns the national holidays of Japan. A holiday on a Sunday gets a substitute, and a day between two holidays is a holiday too. Follows
 * the law of each year from 2000 on, including the exceptions of 2019 (accession of the Emperor), 2020 and 2021 (Olympic Games).
 */
function japaneseHolidays(year: number): readonly number[] {
  const named = new Set(namedHolidays(year));
  const all = new Set(named);
  for (const day of named) {
    if (weekdayOf(day) !== 0) continue;
    let substitute = day + 1;
    // The substitute is the next day that is no holiday. Until 2006 the law allowed only a Monday, which was never a holiday itself.
    while (named.has(substitute)) substitute++;
    all.add(substitute);
  }
  for (const day of named) {
    if (named.has(day + 2) && weekdayOf(day + 1) !== 0) all.add(day + 1);
  }
  return [...all].toSorted((a, b) => a - b);
}

function namedHolidays(year: number): number[] {
  const on = (month: number, day: number): number => daysOfDate(year, month, day);
  const days = [
    // New Year's Day.
    on(1, 1),
    // Coming of Age Day.
    nthWeekday(year, 1, 1, 2),
    // National Foundation Day.
    on(2, 11),
    vernalEquinox(year),
    // Showa Day, until 2006 called Greenery Day.
    on(4, 29),
    // Constitution Memorial Day.
    on(5, 3),
    // Children's Day.
    on(5, 5),
    // Respect for the Aged Day.
    year >= 2003 ? nthWeekday(year, 9, 1, 3) : on(9, 15),
    autumnalEquinox(year),
    // Culture Day.
    on(11, 3),
    // Labor Thanksgiving Day.
    on(11, 23),
    ...summerHolidays(year),
  ];
  // Greenery Day since 2007. Earlier, 4 May was a holiday because it lies between two others.
  if (year >= 2007) days.push(on(5, 4));
  // Birthday of Emperor Akihito.
  if (year <= 2018) days.push(on(12, 23));
  // Birthday of Emperor Naruhito.
  if (year >= 2020) days.push(on(2, 23));
  // Accession and enthronement of Emperor Naruhito.
  if (year === 2019) days.push(on(5, 1), on(10, 22));
  return days;
}

/** Returns the dates of Marine Day, Mountain Day and Sports Day in a year. */
function summerHolidays(year: number): number[] {
  const on = (month: number, day: number): number => daysOfDate(year, month, day);
  if (year === 2020) return [on(7, 23), on(8, 10), on(7, 24)];
  if (year === 2021) return [on(7, 22), on(8, 8), on(7, 23)];
  const marine = year >= 2003 ? nthWeekday(year, 7, 1, 3) : on(7, 20);
  const sports = nthWeekday(year, 10, 1, 2);
  return year >= 2016 ? [marine, on(8, 11), sports] : [marine, sports];
}

/**
 * Returns the date of the spring equinox in Japanese time, from the mean motion of the sun; correct from 1980 to 2099.
 * Source: the approximation of the Hydrographic Department of the Japan Coast Guard.
 */
function vernalEquinox(year: number): number {
  return daysOfDate(year, 3, equinoxDay(year, 20.8431));
}

function autumnalEquinox(year: number): number {
  return daysOfDate(year, 9, equinoxDay(year, 23.2488));
}

function equinoxDay(year: number, in1980: number): number {
  const years = year - 1980;
  return Math.floor(in1980 + 0.242194 * years) - Math.floor(years / 4);
}
