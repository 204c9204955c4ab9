import type { Calendar, MarketStatus, Session, SessionColumns } from "../../src/time/calendar.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { zoneOf } from "../../src/time/zone.ts";

/**
 * Trading hours of a hand-made calendar, in local hours since midnight (9.5 is 09:30; negative hours are those of the previous evening).
 */
export interface HandHours {
  readonly zone: string;
  readonly open: number;
  readonly close: number;
  readonly preOpen?: number;
  readonly postClose?: number;
  readonly breaks?: readonly (readonly [number, number])[];
  /** Days of the week with sessions, where 0 is Sunday; Monday to Friday by default. */
  readonly weekdays?: readonly number[];
  /** Dates without a session, as `YYYY-MM-DD`. */
  readonly holidays?: readonly string[];
  /** Hour of each early close, by its date. */
  readonly earlyCloses?: Readonly<Record<string, number>>;
}

/** Returns the number of days from 1970-01-01 to a date `YYYY-MM-DD`. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

/** Creates a calendar from a few rules, so that tests of market times state the trading hours themselves. */
export function handCalendar(hand: HandHours): Calendar {
  const zone = zoneOf(hand.zone);
  const { weekdays = [1, 2, 3, 4, 5], holidays = [], earlyCloses = {}, breaks = [] } = hand;
  const closed = new Set(holidays.map(dayOf));
  const early = new Map(Object.entries(earlyCloses).map(([date, hour]) => [dayOf(date), hour]));
  const at = (day: number, hour: number): number => zone.toInstant(day * DAY_MS + hour * 3_600_000);
  const made = new Map<number, Session | undefined>();
  const session = (day: number): Session | undefined => {
    if (!made.has(day)) made.set(day, make(day));
    return made.get(day);
  };
  const make = (day: number): Session | undefined => {
    if (closed.has(day) || !weekdays.includes((((day + 4) % 7) + 7) % 7)) return undefined;
    const end = early.get(day);
    const close = at(day, end ?? hand.close);
    const open = at(day, hand.open);
    return {
      date: day,
      preOpen: hand.preOpen === undefined ? open : at(day, hand.preOpen),
      open,
      close,
      postClose: hand.postClose === undefined ? close : at(day, hand.postClose),
      earlyClose: end !== undefined,
      breaks: breaks.map(([from, to]) => [at(day, from), at(day, to)] as const).filter(([, to]) => to < close),
    };
  };
  const sessions = (fromDay: number, toDay: number): SessionColumns => {
    const list: Session[] = [];
    for (let day = fromDay; day <= toDay; day++) {
      const one = session(day);
      if (one !== undefined) list.push(one);
    }
    const column = (name: "date" | "preOpen" | "open" | "close" | "postClose") =>
      Float64Array.from(list, (one) => one[name]);
    return {
      length: list.length,
      date: column("date"),
      preOpen: column("preOpen"),
      open: column("open"),
      close: column("close"),
      postClose: column("postClose"),
      earlyClose: Uint8Array.from(list, ({ earlyClose }) => (earlyClose ? 1 : 0)),
    };
  };
  const search = (instant: number, step: number, matches: (open: number) => boolean): Session | undefined => {
    for (let day = Math.floor(instant / DAY_MS) - 3 * step, tries = 0; tries < 40; tries++, day += step) {
      const one = session(day);
      if (one !== undefined && matches(one.open)) return one;
    }
    return undefined;
  };
  return {
    name: `hand-made ${hand.zone}`,
    title: `Hand-made hours of ${hand.zone}`,
    zone: hand.zone,
    weekends: weekdays.length === 7,
    sessionsPerYear: weekdays.length === 7 ? 365 : 252,
    sessions,
    session,
    lastSession: (instant) => search(instant, -1, (open) => open <= instant),
    nextSession: (instant) => search(instant, 1, (open) => open > instant),
    status: (): MarketStatus => "closed",
  };
}

/**
 * Calendar of New York stocks for the weeks that tests use: Thanksgiving and Christmas of 2015, New Year of 2015 and 2016, Presidents' Day
 * of 2020.
 */
export const newYork = handCalendar({
  zone: "America/New_York",
  preOpen: 4,
  open: 9.5,
  close: 16,
  postClose: 20,
  holidays: ["2015-01-01", "2015-11-26", "2015-12-25", "2016-01-01", "2020-02-17"],
  earlyCloses: { "2015-11-27": 13, "2015-12-24": 13 },
});

/** Calendar of Tokyo stocks before November 2024, with their lunch break. */
export const tokyo = handCalendar({
  zone: "Asia/Tokyo",
  open: 9,
  close: 15,
  breaks: [[11.5, 12.5]],
});
