import { describe, expect, test } from "vitest";
import type { CalendarDeclaration } from "../../src/time/calendar-declaration.ts";
import { CALENDARS, calendarOf } from "../../src/time/calendars/catalog.ts";
import { declareCalendar } from "../../src/time/declared-calendar.ts";
import { day } from "./calendar-dates.ts";

const at = (text: string): number => Date.parse(text);

const OWN: CalendarDeclaration = {
  name: "XHEL",
  title: "Helsinki",
  zone: "Europe/Helsinki",
  week: {
    monday: { pre: "09:00", open: "10:00", close: "18:30", post: "19:00" },
    tuesday: { open: "10:00", close: "18:30", breaks: [["12:00", "13:00"]] },
    thursday: { open: "22:00-1", close: "24:00" },
  },
};

describe("a declared calendar", () => {
  test("has its weekly hours in the local time of its zone, in winter and in summer", () => {
    const calendar = declareCalendar(OWN);
    expect(calendar).toMatchObject({
      name: "XHEL",
      title: "Helsinki",
      zone: "Europe/Helsinki",
      weekends: false,
      sessionsPerYear: 252,
    });
    // Helsinki is two hours ahead of UTC in winter, three in summer.
    expect(calendar.session(day("2020-02-24"))).toEqual({
      date: day("2020-02-24"),
      preOpen: at("2020-02-24T07:00Z"),
      open: at("2020-02-24T08:00Z"),
      close: at("2020-02-24T16:30Z"),
      postClose: at("2020-02-24T17:00Z"),
      earlyClose: false,
      breaks: [],
    });
    expect(calendar.session(day("2020-07-07"))).toMatchObject({
      preOpen: at("2020-07-07T07:00Z"),
      open: at("2020-07-07T07:00Z"),
      postClose: at("2020-07-07T15:30Z"),
      breaks: [[at("2020-07-07T09:00Z"), at("2020-07-07T10:00Z")]],
    });
    expect(calendar.session(day("2020-02-26"))).toBeUndefined();
    expect(calendar.session(day("2020-02-27"))).toMatchObject({
      open: at("2020-02-26T20:00Z"),
      close: at("2020-02-27T22:00Z"),
    });
  });

  test("that trades on weekends has 365 sessions per year by default", () => {
    const week = { saturday: { open: "00:00", close: "24:00" } };
    expect(declareCalendar({ ...OWN, week })).toMatchObject({ weekends: true, sessionsPerYear: 365 });
    expect(declareCalendar({ ...OWN, week, sessionsPerYear: 52 }).sessionsPerYear).toBe(52);
  });

  test("applies closures and other hours only from the time at which each became known", () => {
    const calendar = declareCalendar({
      ...OWN,
      holidays: ["2020-03-02", "2020-03-07"],
      closures: [{ date: "2020-03-03", knownAt: "2020-03-03T08:00" }],
      earlyCloses: [{ date: "2020-03-09", close: "14:00", post: "15:00", knownAt: "2020-03-01T12:00Z" }],
      lateOpens: [{ date: "2020-03-16", open: "11:00" }],
      sessions: [{ date: "2020-03-11", open: "10:00", close: "12:00", earlyClose: true, knownAt: "2020-03-10" }],
    });
    expect(calendar.session(day("2020-03-02"), -Infinity)).toBeUndefined();
    // The closure became known at 08:00 in Helsinki, which is 06:00 UTC.
    expect(calendar.session(day("2020-03-03"), at("2020-03-03T05:59:59Z"))).toBeDefined();
    expect(calendar.session(day("2020-03-03"), at("2020-03-03T06:00:00Z"))).toBeUndefined();
    expect(calendar.session(day("2020-03-09"), at("2020-03-01T11:59Z"))?.close).toBe(at("2020-03-09T16:30Z"));
    expect(calendar.session(day("2020-03-09"))).toMatchObject({
      preOpen: at("2020-03-09T07:00Z"),
      close: at("2020-03-09T12:00Z"),
      postClose: at("2020-03-09T13:00Z"),
      earlyClose: true,
    });
    expect(calendar.session(day("2020-03-16"), -Infinity)).toMatchObject({
      preOpen: at("2020-03-16T07:00Z"),
      open: at("2020-03-16T09:00Z"),
    });
    expect(calendar.session(day("2020-03-11"), at("2020-03-09T21:59Z"))).toBeUndefined();
    expect(calendar.session(day("2020-03-11"))).toMatchObject({ close: at("2020-03-11T10:00Z"), earlyClose: true });
  });

  test("keeps only breaks that lie within the hours of an early close or late open, and adds no extended hours to them", () => {
    const calendar = declareCalendar({
      ...OWN,
      earlyCloses: [
        { date: "2020-03-03", close: "12:00" },
        { date: "2020-03-10", close: "14:00" },
      ],
      lateOpens: [
        { date: "2020-03-17", open: "13:00" },
        { date: "2020-03-24", open: "11:00" },
      ],
    });
    const breaks = (date: string): number => calendar.session(day(date))!.breaks.length;
    expect(["2020-03-03", "2020-03-10", "2020-03-17", "2020-03-24"].map(breaks)).toEqual([0, 1, 0, 1]);
    const early = calendar.session(day("2020-03-03"))!;
    const late = calendar.session(day("2020-03-17"))!;
    expect([early.postClose, late.preOpen]).toEqual([early.close, late.open]);
  });

  test("may extend a built-in calendar, whose sessions it keeps and to which it adds closures", () => {
    const calendar = declareCalendar({
      name: "US",
      title: "As recorded",
      extends: "XNYS",
      closures: [{ date: "2020-03-02", knownAt: "2020-03-01T00:00Z" }],
    });
    expect(calendar).toMatchObject({ name: "US", zone: "America/New_York", sessionsPerYear: 252 });
    const [from, to] = [day("2018-01-01"), day("2019-12-31")];
    expect(calendar.sessions(from, to)).toEqual(calendarOf("XNYS").sessions(from, to));
    expect(calendar.session(day("2018-12-05"), at("2018-11-30T00:00Z"))).toBeDefined();
    expect(calendar.session(day("2020-03-02"))).toBeUndefined();
    expect(calendarOf("XNYS").session(day("2020-03-02"))).toBeDefined();
  });

  test("can be stored as JSON and recreated from that JSON with equal sessions", () => {
    const data = { ...OWN, holidays: ["2020-03-02"], closures: [{ date: "2020-03-03", knownAt: "2020-03-03T08:00" }] };
    const stored = JSON.stringify(declareCalendar(data).declaration);
    expect(JSON.parse(stored)).toEqual(data);
    const again = declareCalendar(JSON.parse(stored));
    expect(again.sessions(day("2020-01-01"), day("2020-12-31"))).toEqual(
      declareCalendar(data).sessions(day("2020-01-01"), day("2020-12-31")),
    );
    data.holidays.push("2020-03-09");
    expect(again.declaration.holidays).toEqual(["2020-03-02"]);
    expect(Object.isFrozen(again.declaration.closures?.[0])).toBe(true);
  });
});

const US = { name: "US", title: "As recorded", extends: "XNYS" };
const hours = { open: "10:00", close: "18:00" };
const monday = (more: object): object => ({ ...OWN, week: { monday: { ...hours, ...more } } });

describe("declareCalendar", () => {
  test.each<[string, unknown]>([
    ["declaration of calendar without a name must be an object with name, title,", null],
    ["declaration of calendar without a name must be an object with name, title,", []],
    ["name of calendar without a name must be non-empty text, was undefined", {}],
    ["name of calendar without a name must be non-empty text, was 5", { ...OWN, name: 5 }],
    ['title of calendar XHEL must be non-empty text, was " "', { ...OWN, title: " " }],
    ["member of declaration of calendar XHEL must be one of name, title,", { ...OWN, holiday: [] }],
    ["zone of calendar XHEL must be non-empty text, was undefined", { ...OWN, zone: undefined }],
    [
      'zone of calendar XHEL must be a name of the IANA time-zone database, such as America/New_York or UTC, was "Helsinki"',
      { ...OWN, zone: "Helsinki" },
    ],
    ["week of calendar XHEL must be an object with sunday, monday,", { ...OWN, week: undefined }],
    ["week of calendar XHEL must be hours of at least one day, was {}", { ...OWN, week: {} }],
    [
      'member of week of calendar XHEL must be one of sunday, monday, tuesday, wednesday, thursday, friday, saturday, was "mon"',
      { ...OWN, week: { mon: hours } },
    ],
    [
      'week.monday.open of calendar XHEL must be a time of day HH:mm, with -1 for the day before and +1 for the day after, was "9:00"',
      monday({ open: "9:00" }),
    ],
    ["week.monday.close of calendar XHEL must be a time of day HH:mm,", monday({ close: "24:30" })],
    ['week.monday.close of calendar XHEL must be after the open, 10:00, was "10:00"', monday({ close: "10:00" })],
    ['week.monday.pre of calendar XHEL must be at or before the open, 10:00, was "10:30"', monday({ pre: "10:30" })],
    ['week.monday.post of calendar XHEL must be at or after the close, 18:00, was "17:00"', monday({ post: "17:00" })],
    [
      'week.monday.breaks[0] of calendar XHEL must be two times, from and to, was ["12:00"]',
      monday({ breaks: [["12:00"]] }),
    ],
    [
      "week.monday.breaks of calendar XHEL must be inside the session, in order, without overlap,",
      monday({
        breaks: [
          ["12:00", "13:00"],
          ["13:00", "14:00"],
        ],
      }),
    ],
    [
      "week.monday.breaks of calendar XHEL must be inside the session, in order, without overlap,",
      monday({ breaks: [["17:00", "18:00"]] }),
    ],
    [
      "week.tuesday of calendar XHEL must be hours that begin after the previous session of the week ends,",
      { ...OWN, week: { monday: { ...hours, post: "10:01+1" }, tuesday: hours } },
    ],
    [
      "week.sunday of calendar XHEL must be hours that begin after the previous session of the week ends,",
      { ...OWN, week: { sunday: { ...hours, pre: "01:00" }, saturday: { ...hours, post: "02:00+1" } } },
    ],
    [
      "sessionsPerYear of calendar XHEL must be a number above 0 and at most 366, was 0",
      { ...OWN, sessionsPerYear: 0 },
    ],
    [`extends of calendar US must be one of ${CALENDARS.join(", ")}, was "NYSE"`, { ...US, extends: "NYSE" }],
    ['zone of calendar US must be omitted, since XNYS defines it, was "UTC"', { ...US, zone: "UTC" }],
    ["week of calendar US must be omitted, since XNYS defines it, was {}", { ...US, week: {} }],
    ['holidays of calendar US must be a list, was "2020-01-01"', { ...US, holidays: "2020-01-01" }],
    [
      'holidays[1] of calendar US must be an existing date YYYY-MM-DD from 1900 to 2199, was "2020-02-30"',
      { ...US, holidays: ["2020-02-28", "2020-02-30"] },
    ],
    ["holidays[0] of calendar US must be an existing date YYYY-MM-DD", { ...US, holidays: ["1899-12-31"] }],
    [
      'closures[0].knownAt of calendar US must be an instant such as 2018-12-01T22:00Z, was "soon"',
      { ...US, closures: [{ date: "2020-03-02", knownAt: "soon" }] },
    ],
    [
      "closures[0].date of calendar US must be an existing date YYYY-MM-DD",
      { ...US, closures: [{ knownAt: "2020-03-02" }] },
    ],
    [
      'member of closures[0] of calendar US must be one of date, knownAt, was "day"',
      { ...US, closures: [{ day: "2020-03-02" }] },
    ],
    [
      'earlyCloses[0].date of calendar US must be a date that has a session, was "2020-12-25"',
      { ...US, earlyCloses: [{ date: "2020-12-25", close: "12:00" }] },
    ],
    [
      'earlyCloses[0].date of calendar US must be a date that has a session, was "2020-03-02"',
      { ...US, holidays: ["2020-03-02"], earlyCloses: [{ date: "2020-03-02", close: "12:00" }] },
    ],
    [
      'earlyCloses[0].close of calendar US must be between the usual open and the usual close, and not in a break, was "16:00"',
      { ...US, earlyCloses: [{ date: "2020-03-02", close: "16:00" }] },
    ],
    [
      'earlyCloses[0].post of calendar US must be at or after the close, 12:00, was "11:00"',
      { ...US, earlyCloses: [{ date: "2020-03-02", close: "12:00", post: "11:00" }] },
    ],
    [
      'lateOpens[0].open of calendar US must be between the usual open and the usual close, and not in a break, was "09:30"',
      { ...US, lateOpens: [{ date: "2020-03-02", open: "09:30" }] },
    ],
    [
      'lateOpens[0].pre of calendar US must be at or before the open, 10:00, was "10:01"',
      { ...US, lateOpens: [{ date: "2020-03-02", open: "10:00", pre: "10:01" }] },
    ],
    [
      'lateOpens[0].open of calendar JP must be between the usual open and the usual close, and not in a break, was "12:00"',
      { name: "JP", title: "Tokyo", extends: "XTKS", lateOpens: [{ date: "2020-03-02", open: "12:00" }] },
    ],
    [
      'lateOpens[0].date of calendar US must be a date that occurs only once in sessions, earlyCloses and lateOpens, was "2020-03-02"',
      {
        ...US,
        earlyCloses: [{ date: "2020-03-02", close: "12:00" }],
        lateOpens: [{ date: "2020-03-02", open: "10:00" }],
      },
    ],
    [
      "sessions[0].earlyClose of calendar US must be true or false, was 1",
      { ...US, sessions: [{ ...hours, date: "2020-03-01", earlyClose: 1 }] },
    ],
    [
      'session of 2020-03-02 of calendar FX2 must be after the end of the previous session, was "2020-03-01T22:00:00.000Z"',
      {
        name: "FX2",
        title: "Overlap",
        extends: "FX",
        sessions: [{ date: "2020-03-01", open: "00:00", close: "20:00" }],
      },
    ],
  ])("throws for an invalid declaration: %s", (message, declaration) => {
    expect(() => declareCalendar(declaration)).toThrow(
      expect.objectContaining({ code: "CALENDAR_INVALID", message: expect.stringContaining(message) }),
    );
  });

  test("throws an error whose details have the calendar, the field, the expected form and the value found", () => {
    expect(() => declareCalendar({ ...US, holidays: ["2020-02-30"] })).toThrow(
      expect.objectContaining({
        details: {
          calendar: "US",
          member: "holidays[0]",
          mustBe: "an existing date YYYY-MM-DD from 1900 to 2199",
          was: "2020-02-30",
        },
      }),
    );
  });
});
