import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CalendarRules } from "../../src/time/calendar-rules.ts";
import { CALENDARS, calendarOf, calendarRules } from "../../src/time/calendars/catalog.ts";
import type { Calendar, MarketStatus, Session } from "../../src/time/calendar.ts";
import { DAY_MS, daysOfDate } from "../../src/time/civil-date.ts";
import { declareCalendar } from "../../src/time/declared-calendar.ts";
import { RuledCalendar } from "../../src/time/ruled-calendar.ts";
import { day } from "./calendar-dates.ts";

const FIRST = daysOfDate(2000, 1, 1);
const LAST = daysOfDate(2027, 12, 31);

const declared = declareCalendar({
  name: "XTST",
  title: "Evenings, mornings, breaks and changes of all kinds",
  zone: "Europe/Berlin",
  week: {
    monday: { pre: "18:00-1", open: "20:00-1", close: "01:00", post: "02:30" },
    wednesday: {
      open: "08:00",
      close: "17:00",
      breaks: [
        ["10:00", "10:15"],
        ["12:00", "13:00"],
      ],
    },
    friday: { open: "22:00", close: "02:00+1", post: "04:00+1" },
  },
  holidays: ["2020-03-02"],
  closures: [{ date: "2020-03-04", knownAt: "2020-03-04T11:00" }, { date: "2021-03-05" }],
  earlyCloses: [{ date: "2020-12-30", close: "12:00", knownAt: "2020-12-01" }],
  lateOpens: [{ date: "2020-12-23", open: "14:00", knownAt: "2020-12-22T15:00Z" }],
  sessions: [{ date: "2020-03-07", open: "10:00", close: "12:00", knownAt: "2020-02-01" }],
});

const members: [string, RuledCalendar, CalendarRules][] = CALENDARS.map((name) => {
  const rules = calendarRules.get(name)!;
  return [name, new RuledCalendar(rules), rules];
});
members.push(["XTST, which is declared", declared, declared.rules]);

const instants = fc.integer({ min: FIRST * DAY_MS, max: (LAST + 1) * DAY_MS - 1 });

describe.each(members)("the calendar %s", (_, calendar, rules) => {
  // Times near the announcement of a closure, so that random cases include queries just before and after it.
  const moments = rules.facts.map((fact) => fact.knownAt).filter((moment) => Number.isFinite(moment));
  const near = fc.tuple(fc.constantFrom(0, ...moments), fc.integer({ min: -8, max: 8 }), fc.constantFrom(0, -1, 1));
  const knownAts = fc.oneof(
    instants,
    fc.constant(Infinity),
    near.map(([moment, halfDays, more]) => moment + halfDays * (DAY_MS / 2) + more),
  );
  const days = fc.oneof(
    fc.integer({ min: FIRST, max: LAST }),
    fc
      .tuple(fc.constantFrom(FIRST + 8, ...rules.facts.map((fact) => fact.day)), fc.integer({ min: -4, max: 4 }))
      .map(([at, more]) => at + more),
  );

  test("has sessions in order of time that never overlap", () => {
    const { length, date, preOpen, open, close, postClose } = calendar.sessions(FIRST, LAST);
    expect(length).toBeGreaterThan(1000);
    const wrong: number[] = [];
    for (let i = 0; i < length; i++) {
      const rises = preOpen[i]! <= open[i]! && open[i]! < close[i]! && close[i]! <= postClose[i]!;
      const apart = i === 0 || (date[i]! > date[i - 1]! && preOpen[i]! >= postClose[i - 1]!);
      if (!rises || !apart) wrong.push(date[i]!);
    }
    expect(wrong).toEqual([]);
  });

  test("returns the same sessions from sessions() as from session() day by day", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 500 }), knownAts, (from, more, knownAt) => {
        const columns = calendar.sessions(from, from + more, knownAt);
        const all = sessionsOneByOne(calendar, from, from + more, knownAt);
        expect([...columns.date]).toEqual(all.map((session) => session.date));
        expect([...columns.preOpen]).toEqual(all.map((session) => session.preOpen));
        expect([...columns.open]).toEqual(all.map((session) => session.open));
        expect([...columns.close]).toEqual(all.map((session) => session.close));
        expect([...columns.postClose]).toEqual(all.map((session) => session.postClose));
        expect([...columns.earlyClose]).toEqual(all.map((session) => (session.earlyClose ? 1 : 0)));
      }),
      { numRuns: 25 },
    );
  });

  test("returns from status(), lastSession() and nextSession() exactly what its list of sessions implies", () => {
    const boundaries = fc.tuple(days, fc.constantFrom("preOpen", "open", "close", "postClose"), fc.constantFrom(-1, 0));
    const asked = fc.oneof(
      days.chain((at) => fc.integer({ min: at * DAY_MS, max: (at + 1) * DAY_MS })),
      boundaries.map(([at, edge, more]) => {
        const session = calendar.session(at);
        return session === undefined ? at * DAY_MS : session[edge] + more;
      }),
    );
    fc.assert(
      fc.property(asked, knownAts, (instant, knownAt) => {
        const today = Math.floor(instant / DAY_MS);
        const around = sessionsOneByOne(calendar, today - 21, today + 21, knownAt);
        expect(calendar.status(instant, knownAt)).toBe(statusBy(around, instant));
        expect(calendar.lastSession(instant, knownAt)).toEqual(around.findLast(({ open }) => open <= instant));
        expect(calendar.nextSession(instant, knownAt)).toEqual(around.find(({ open }) => open > instant));
      }),
      { numRuns: 200 },
    );
  });

  test("ignores closures that were announced after the time knownAt", () => {
    fc.assert(
      fc.property(days, knownAts, (at, knownAt) => {
        const known = { ...rules, facts: rules.facts.filter((fact) => fact.knownAt <= knownAt) };
        expect(calendar.session(at, knownAt)).toEqual(new RuledCalendar(known).session(at));
      }),
      { numRuns: 40 },
    );
  });

  test("has the same sessions whatever the time zone of the machine", () => {
    const before = process.env.TZ;
    const asked = (zone: string): [offset: number, Calendar] => {
      process.env.TZ = zone;
      return [new Date(Date.UTC(2020, 6, 1)).getTimezoneOffset(), new RuledCalendar(rules)];
    };
    try {
      for (const [zone, offset] of [
        ["Asia/Kathmandu", -345],
        ["America/New_York", 240],
        ["Australia/Lord_Howe", -630],
      ] as const) {
        const [machine, fresh] = asked(zone);
        expect(machine).toBe(offset);
        expect(fresh.sessions(day("2020-01-01"), day("2020-12-31"))).toEqual(
          calendar.sessions(day("2020-01-01"), day("2020-12-31")),
        );
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  test("returns sessions as views of cached columns, and throws for days that are not whole numbers", () => {
    const first = calendar.sessions(FIRST, LAST);
    expect(calendar.sessions(FIRST + 400, LAST - 400).open.buffer).toBe(first.open.buffer);
    expect(calendar.sessions(LAST, FIRST).length).toBe(0);
    expect(() => calendar.sessions(0.5, 10)).toThrow("fromDay must be a whole number from");
    expect(() => calendar.session(NaN)).toThrow("day must be a whole number from");
  });
});

function sessionsOneByOne(calendar: Calendar, from: number, to: number, knownAt: number): Session[] {
  const all: Session[] = [];
  for (let at = from; at <= to; at++) {
    const session = calendar.session(at, knownAt);
    if (session !== undefined) all.push(session);
  }
  return all;
}

function statusBy(sessions: readonly Session[], instant: number): MarketStatus {
  const session = sessions.find(({ preOpen, postClose }) => instant >= preOpen && instant < postClose);
  if (session === undefined) return "closed";
  if (instant < session.open) return "pre";
  if (instant >= session.close) return "post";
  return session.breaks.some(([from, to]) => instant >= from && instant < to) ? "closed" : "open";
}

describe("built-in calendars", () => {
  test("are 24/7, CMES, FX, XLON, XNYS and XTKS", () => {
    expect(CALENDARS).toEqual(["24/7", "CMES", "FX", "XLON", "XNYS", "XTKS"]);
  });

  test("are created once and then returned from a cache", () => {
    expect(calendarOf("XNYS")).toBe(calendarOf("XNYS"));
  });

  test("are overridden by declared calendars of the same name", () => {
    const own = declareCalendar({ name: "XNYS", title: "Another", extends: "XNYS" });
    expect(calendarOf("XNYS", [declared, own])).toBe(own);
    expect(calendarOf("XTST", [declared])).toBe(declared);
  });

  test("are listed in the error for an unknown calendar", () => {
    expect(() => calendarOf("NYSE", [declared])).toThrow(
      expect.objectContaining({
        code: "CALENDAR_UNKNOWN",
        message: `calendar must be one of XTST, ${CALENDARS.join(", ")}, was "NYSE"`,
        details: { calendar: "NYSE", known: ["XTST", ...CALENDARS] },
      }),
    );
  });
});

describe("a calendar asked about an invalid or very distant instant", () => {
  test("returns no last session, no next session and the status closed", () => {
    for (const instant of [NaN, Infinity, -Infinity, 8.64e15, -8.64e15]) {
      expect(calendarOf("XNYS").lastSession(instant)).toBeUndefined();
      expect(calendarOf("XNYS").nextSession(instant)).toBeUndefined();
      expect(calendarOf("XNYS").status(instant)).toBe("closed");
    }
  });
});

test("a calendar asked about the years 2023 and 9000 computes no year between the two", () => {
  const made: number[] = [];
  const rules = calendarRules.get("XNYS")!;
  const holidays = (year: number): readonly number[] => {
    made.push(year);
    return rules.holidays(year);
  };
  const calendar = new RuledCalendar({ ...rules, holidays });
  const ask = (year: number) => calendar.sessions(daysOfDate(year, 1, 1), daysOfDate(year, 12, 31)).length;
  expect([ask(2023), ask(9000), ask(2024), ask(2023)]).toEqual([250, expect.any(Number), 252, 250]);
  expect(made).toEqual([2023, 9000, 2024]);
  // A gap of a few years is filled: asking about 2021 computes 2022 too, which joins it to 2023.
  ask(2021);
  expect(made).toEqual([2023, 9000, 2024, 2021, 2022]);
});
