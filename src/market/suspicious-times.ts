import type { Column } from "../primitives/column.ts";
import { pluralize, listNames } from "../primitives/words.ts";
import type { Calendar } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { weekdayOf } from "../time/holidays.ts";
import { stepText, usualStep } from "../time/infer-interval.ts";
import { formatInstant } from "../time/instant.ts";
import { type Interval, intervalEnd, isDailyOrLonger } from "../time/interval.ts";
import { type Zone, zoneOf } from "../time/zone.ts";
import type { Bars } from "./bars.ts";
import { defaultCalendar } from "./default-calendar.ts";
import type { MarketData } from "./market-data.ts";

const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const SUNDAY = 0;
const MONDAY = 1;
const FRIDAY = 5;
const SATURDAY = 6;
/** Number of weeks in which to check whether a calendar has sessions on a weekday. */
const OPEN_WEEKS = 4;
/** Minimum number of days, weeks or months that must look like ends before there is a warning. */
const MIN_MATCHES = 2;
/** Minimum share of the days, weeks or months that must look like ends. Not all do, since trading halts or ends early on some days. */
const MIN_SHARE = 0.8;

/** Plural names, for warnings, of intervals whose bars may be dated by their last day. */
const LONG_BAR_NAMES: Readonly<Partial<Record<Interval, string>>> = {
  "1wk": "weeks",
  "1mo": "months",
  "3mo": "quarters",
};

/** Usual open and close of exchanges, in hours of the local day. */
const EXCHANGE_HOURS: readonly (readonly [zone: string, open: number, close: number])[] = [
  ["America/New_York", 9.5, 16],
  ["America/New_York", 4, 20],
  ["Europe/London", 8, 16.5],
  ["Europe/Berlin", 9, 17.5],
  ["Asia/Tokyo", 9, 15],
  ["Asia/Tokyo", 9, 15.5],
  ["Asia/Hong_Kong", 9.5, 16],
  ["Asia/Shanghai", 9.5, 15],
  ["Asia/Kolkata", 9.25, 15.5],
  ["Asia/Manila", 9.5, 15.5],
  ["Australia/Sydney", 10, 16],
];

/** The calendar of a series or, if it has none, the zone of its days. */
interface SessionDays {
  readonly calendar?: Calendar | undefined;
  readonly zone?: string | undefined;
}

/** Open and close of one day, and the starts of its first and last bar; epoch milliseconds. */
interface DayOfBars {
  readonly open: number;
  readonly close: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Returns a warning if the times of bars look like their ends, although they are read as starts, or if the steps between bars do not fit
 * the interval. Returns undefined if the times look right. Gaps, such as minutes without trades, cause no warning.
 */
export function suspiciousTimes(
  { time, interval }: Pick<Bars, "time" | "interval">,
  days: SessionDays,
): string | undefined {
  const ends = endTimes({ time, interval }, days);
  if (ends === undefined) return wrongInterval(time, interval);
  return `The times look like the ends of bars: ${ends.shown}. They are read as starts${ends.advice}`;
}

/** What shows that times are the ends of bars, and what follows if they are read as starts. */
export interface EndTimes {
  readonly shown: string;
  readonly advice: string;
}

/** Returns what shows that the times of bars are their ends; undefined if they look like starts. */
export function endTimes({ time, interval }: Pick<Bars, "time" | "interval">, days: SessionDays): EndTimes | undefined {
  const zone = zoneOf(days.zone ?? days.calendar?.zone ?? "UTC");
  return endsAtLastSecond(time, interval) ?? endsAsTimes(time, interval, zone, days);
}

/** Returns the warnings about the times of a market's bars, each once, after the symbols it concerns. Series with quotes are skipped. */
export function suspiciousTimesBySymbol({ series }: Pick<MarketData, "series">): readonly string[] {
  const symbols = new Map<string, string[]>();
  for (const { instrument, bars, calendar, zone = bars.zone, quotes } of series) {
    if (quotes !== undefined) continue;
    const warning = suspiciousTimes(bars, { calendar, zone });
    if (warning !== undefined) symbols.set(warning, [...(symbols.get(warning) ?? []), instrument.symbol]);
  }
  return [...symbols].map(([warning, names]) => `${listNames(names.toSorted())}: ${warning}`);
}

/** Returns a warning if the steps between bars do not fit their interval. */
export function wrongInterval(time: Column, interval: Interval): string | undefined {
  if (time.length <= MIN_MATCHES) return undefined;
  const usual = usualStep(time)!;
  if (usual.count < (time.length - 1) / 2) return undefined;
  const length = intervalEnd(interval, 0);
  const mismatch = `The usual step between bars is ${stepText(usual)}, but their interval is ${interval}`;
  // Days can have 23 hours and months 28 days, so a step of at least 90% of the interval is right.
  if (usual.length < 0.9 * length) return `${mismatch}, so they overlap. Set the interval that fits the step.`;
  // Bars of five sessions are seven days apart, 1.4 times their length, so only longer steps are suspicious.
  if (usual.length < 1.5 * length || usual.shortest < 0.9 * usual.length) return undefined;
  return `${mismatch}. Each bar ends ${interval} after its start. Set the interval that fits the step, unless this is intended.`;
}

/**
 * Returns a warning if all bars are stamped at the last second of a minute, such as 09:30:59 or 23:59:59.999, or bars of seconds at the last
 * millisecond of a second.
 */
function endsAtLastSecond(time: Column, interval: Interval): EndTimes | undefined {
  const isShort = intervalEnd(interval, 0) < MINUTE_MS;
  const [unit, name, last] = isShort ? [1000, "second", "millisecond"] : [MINUTE_MS, "minute", "second"];
  const isEnd = (instant: number) => instant - Math.floor(instant / unit) * unit >= unit - (isShort ? 1 : 1000);
  if (time.length <= MIN_MATCHES || !time.every(isEnd)) return undefined;
  const first = formatInstant(time[0]!).slice(11, isShort ? 23 : 19);
  return {
    shown: `each is the last ${last} of a ${name}, such as ${first}`,
    advice: `. Round them up to the next ${name}, then subtract ${interval}.`,
  };
}

function endsAsTimes(
  time: Column,
  interval: Interval,
  zone: Zone,
  { calendar, zone: days }: SessionDays,
): EndTimes | undefined {
  if (isDailyOrLonger(interval)) return endsOfLongBars(time, interval, zone, { calendar, zone: days });
  if (time.length <= MIN_MATCHES) return undefined;
  const step = intervalEnd(interval, 0);
  const warning =
    calendar === undefined ? endsOfHours(time, interval, step, zone) : endsOfSessions(time, interval, step, calendar);
  return warning ?? endsOfHalfHours(time, interval, step, zone);
}

/** Returns a warning if bars of a day or longer are dated by their ends. */
function endsOfLongBars(time: Column, interval: Interval, zone: Zone, days: SessionDays): EndTimes | undefined {
  if (time.length <= MIN_MATCHES) return undefined;
  const { dateOf } = defaultCalendar(days.calendar?.zone ?? days.zone);
  const opens = (weekday: number) => days.calendar !== undefined && opensOn(days.calendar, weekday, dateOf(time[0]!));
  // Counts the weekdays of the dates that a run would use.
  const weekdays = [0, 0, 0, 0, 0, 0, 0];
  for (const start of time) weekdays[weekdayOf(dateOf(start))]!++;
  const spans = LONG_BAR_NAMES[interval];
  if (interval === "1d") {
    const count = weekdays[SATURDAY]!;
    const mondays = weekdays[MONDAY]!;
    if (count < MIN_MATCHES || count < Math.max(...weekdays) / 2 || opens(SATURDAY)) return undefined;
    if (weekdays[SUNDAY]! + mondays > (1 - MIN_SHARE) * count) return undefined;
    const shown = mondays === 0 ? "no Mondays" : pluralize(mondays, "Monday");
    return {
      shown: `there are ${pluralize(count, "Saturday")} and ${shown}`,
      advice: ", so each day has the date of the next day. Subtract 1d from the times.",
    };
  }
  if (interval === "1wk" && weekdays[SUNDAY]! >= MIN_SHARE * time.length) {
    if (opens(SUNDAY)) return undefined;
    return {
      shown: 'weeks are dated by Sundays, as resample("W") of pandas does',
      advice: ", so each bar is known too late. Date them by their Mondays, unless the market opens on Sundays.",
    };
  }
  // Local dates, since a bar stamped at its end may end in the afternoon.
  const local = Array.from(time, (instant) => Math.floor(zone.toLocal(instant) / DAY_MS));
  // The newest month of a file may still be forming.
  const whole = interval === "1wk" ? local : local.slice(0, -1);
  const most = (is: (date: number) => boolean) => whole.filter(is).length >= MIN_SHARE * whole.length;
  // A holiday can make Thursday the last day of a week, and a month can end up to a week before the next month begins.
  const isEnd =
    interval === "1wk"
      ? most((date) => weekdayOf(date) >= FRIDAY)
      : whole.every((date) => monthOf(date + 7) !== monthOf(date)) &&
        most((date) => monthOf(date + 4) !== monthOf(date));
  if (spans === undefined || !isEnd) return undefined;
  return {
    shown: `${spans} are dated by their last day`,
    advice: ", so each bar is known too late. Date them by their first day.",
  };
}

/** Returns whether a calendar has, in some weeks after a day, a session that is dated on a weekday or opens on it. */
function opensOn(calendar: Calendar, weekday: number, from: number): boolean {
  const zone = zoneOf(calendar.zone);
  const { date, preOpen } = calendar.sessions(from, from + OPEN_WEEKS * 7);
  return date.some(
    (day, i) => weekdayOf(day) === weekday || weekdayOf(Math.floor(zone.toLocal(preOpen[i]!) / DAY_MS)) === weekday,
  );
}

function monthOf(day: number): number {
  return new Date(day * DAY_MS).getUTCMonth();
}

/** Returns a warning if the bars of each session start one step after the open, and the last starts at the close. */
function endsOfSessions(time: Column, interval: Interval, step: number, calendar: Calendar): EndTimes | undefined {
  const zone = zoneOf(calendar.zone);
  const dayOf = (instant: number) => Math.floor(zone.toLocal(instant) / DAY_MS);
  const { length, preOpen, open, close, postClose } = calendar.sessions(dayOf(time[0]!), dayOf(time.at(-1)!) + 1);
  const sessions = (opens: Float64Array, closes: Float64Array): DayOfBars[] => {
    const days: DayOfBars[] = [];
    let row = firstFrom(time, preOpen[0] ?? Infinity, 0);
    for (let day = 0; day < length; day++) {
      const next = firstFrom(time, preOpen[day + 1] ?? Infinity, row);
      if (next > row) days.push({ open: opens[day]!, close: closes[day]!, first: time[row]!, last: time[next - 1]! });
      row = next;
    }
    return days;
  };
  for (const days of [sessions(open, close), sessions(preOpen, postClose)])
    if (matchesMost(days, (day) => hasEndTimes(day, step)))
      return endTimesWarning(
        days.find((day) => hasEndTimes(day, step))!,
        zone,
        interval,
      );
  return undefined;
}

/** Returns a warning if each day's first bar is one step after a half hour and its last at one, such as 09:31 and 16:00, in the zone. */
function endsOfHalfHours(time: Column, interval: Interval, step: number, zone: Zone): EndTimes | undefined {
  if (step >= HALF_HOUR_MS) return undefined;
  const days = daysOfBars(time, zone, 0, 24);
  const isEnd = ({ open, first, last }: DayOfBars) =>
    (first - open) % HALF_HOUR_MS === step && (last - open) % HALF_HOUR_MS === 0 && last > first;
  return matchesMost(days, isEnd) ? endTimesWarning(days.find(isEnd)!, zone, interval) : undefined;
}

/**
 * Returns a warning if each day's first bar starts one step after the usual open of an exchange, and its last at the close. Returns no
 * warning if the days fit the hours of any exchange. Times in UTC are also compared as local times of an exchange.
 */
function endsOfHours(time: Column, interval: Interval, step: number, zone: Zone): EndTimes | undefined {
  let found: EndTimes | undefined;
  for (const [name, open, close] of EXCHANGE_HOURS) {
    const isOwn = name === zone.name;
    if (!isOwn && step > HOUR_MS) continue;
    for (const clock of zone.name === "UTC" ? [zoneOf(name), zone] : [zoneOf(name)]) {
      const days = daysOfBars(time, clock, open, close);
      if (matchesMost(days, (day) => day.first === day.open && day.last < day.close)) return undefined;
      const isEnd = (day: DayOfBars) =>
        isOwn
          ? hasEndTimes(day, step)
          : day.first === day.open + step && day.last === day.close && day.last > day.first;
      if (found === undefined && matchesMost(days, isEnd)) found = endTimesWarning(days.find(isEnd)!, clock, interval);
    }
  }
  return found;
}

function hasEndTimes({ open, close, first, last }: DayOfBars, step: number): boolean {
  return first > open && first <= open + step && last >= close && last < close + step;
}

function matchesMost(days: readonly DayOfBars[], is: (day: DayOfBars) => boolean): boolean {
  let count = 0;
  for (const day of days) if (is(day)) count++;
  return count >= MIN_MATCHES && count >= MIN_SHARE * days.length;
}

/** Returns the days of a zone that have bars, with the given open and close in hours. */
function daysOfBars(time: Column, zone: Zone, open: number, close: number): DayOfBars[] {
  const days: DayOfBars[] = [];
  for (let row = 0; row < time.length;) {
    const midnight = Math.floor(zone.toLocal(time[row]!) / DAY_MS) * DAY_MS;
    const next = firstFrom(time, zone.toInstantOrAfter(midnight + DAY_MS), row + 1);
    days.push({
      open: zone.toInstantOrAfter(midnight + open * HOUR_MS),
      close: zone.toInstantOrAfter(midnight + close * HOUR_MS),
      first: time[row]!,
      last: time[next - 1]!,
    });
    row = next;
  }
  return days;
}

/** Returns the index of the first time at or after an instant, searching from index `row`. */
function firstFrom(time: Column, instant: number, row: number): number {
  let low = row;
  let high = row;
  for (let stride = 1; high < time.length && time[high]! < instant; stride *= 2) {
    low = high + 1;
    high += stride;
  }
  high = Math.min(high, time.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

function endTimesWarning({ first, last }: DayOfBars, zone: Zone, interval: Interval): EndTimes {
  const end = intervalEnd(interval, 0) % MINUTE_MS === 0 ? 16 : 19;
  const [from, to] = [first, last].map((instant) => formatInstant(zone.toLocal(instant)).slice(11, end));
  const where = zone.name === "UTC" ? "" : ` in ${zone.name}`;
  return {
    shown: `the first bar of a day is at ${from} and the last at ${to}${where}`,
    advice: `, so the last bar of a session is outside its hours. Subtract ${interval} from the times.`,
  };
}
