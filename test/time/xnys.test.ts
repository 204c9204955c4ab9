import { describe, expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { daysOfDate } from "../../src/time/civil-date.ts";
import { closedWeekdays, day, earlyCloses, yearTable } from "./calendar-dates.ts";

const xnys = calendarOf("XNYS");
const at = (text: string): number => Date.parse(text);

/** Weekdays without a session, listed by hand from the exchange's published holidays and its history of special closings. */
const CLOSED = yearTable(`
  2000 01-17 02-21 04-21 05-29 07-04 09-04 11-23 12-25
  2001 01-01 01-15 02-19 04-13 05-28 07-04 09-03 09-11 09-12 09-13 09-14 11-22 12-25
  2002 01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25
  2003 01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25
  2004 01-01 01-19 02-16 04-09 05-31 06-11 07-05 09-06 11-25 12-24
  2005 01-17 02-21 03-25 05-30 07-04 09-05 11-24 12-26
  2006 01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25
  2007 01-01 01-02 01-15 02-19 04-06 05-28 07-04 09-03 11-22 12-25
  2008 01-01 01-21 02-18 03-21 05-26 07-04 09-01 11-27 12-25
  2009 01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25
  2010 01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24
  2011 01-17 02-21 04-22 05-30 07-04 09-05 11-24 12-26
  2012 01-02 01-16 02-20 04-06 05-28 07-04 09-03 10-29 10-30 11-22 12-25
  2013 01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25
  2014 01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25
  2015 01-01 01-19 02-16 04-03 05-25 07-03 09-07 11-26 12-25
  2016 01-01 01-18 02-15 03-25 05-30 07-04 09-05 11-24 12-26
  2017 01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25
  2018 01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25
  2019 01-01 01-21 02-18 04-19 05-27 07-04 09-02 11-28 12-25
  2020 01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25
  2021 01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24
  2022 01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26
  2023 01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25
  2024 01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25
  2025 01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25
  2026 01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25
  2027 01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24
`);

/** Dates on which the exchange closed at 13:00, listed by hand from its published holidays and special closings. */
const EARLY = yearTable(`
  2000 07-03 11-24
  2001 07-03 11-23 12-24
  2002 07-05 11-29 12-24
  2003 07-03 11-28 12-24 12-26
  2004 11-26
  2005 11-25
  2006 07-03 11-24
  2007 07-03 11-23 12-24
  2008 07-03 11-28 12-24
  2009 11-27 12-24
  2010 11-26
  2011 11-25
  2012 07-03 11-23 12-24
  2013 07-03 11-29 12-24
  2014 07-03 11-28 12-24
  2015 11-27 12-24
  2016 11-25
  2017 07-03 11-24
  2018 07-03 11-23 12-24
  2019 07-03 11-29 12-24
  2020 11-27 12-24
  2021 11-26
  2022 11-25
  2023 07-03 11-24
  2024 07-03 11-29 12-24
  2025 07-03 11-28 12-24
  2026 11-27 12-24
  2027 11-26
`);

/** Sessions of each year in New York, as commonly published. */
const SESSIONS: Readonly<Record<number, number>> = {
  2000: 252,
  2001: 248,
  2002: 252,
  2003: 252,
  2004: 252,
  2005: 252,
  2006: 251,
  2007: 251,
  2008: 253,
  2009: 252,
  2010: 252,
  2011: 252,
  2012: 250,
  2013: 252,
  2014: 252,
  2015: 252,
  2016: 252,
  2017: 251,
  2018: 251,
  2019: 252,
  2020: 253,
  2021: 252,
  2022: 251,
  2023: 250,
  2024: 252,
  2025: 250,
  2026: 251,
  2027: 251,
};

describe("the calendar XNYS (New York Stock Exchange)", () => {
  test("is compared with lists of closures and early closes for every year from 2000 to 2027", () => {
    const years = Array.from({ length: 28 }, (_, i) => 2000 + i);
    expect(CLOSED.map(([year]) => year)).toEqual(years);
    expect(EARLY.map(([year]) => year)).toEqual(years);
  });

  test.each(CLOSED)("has no session on exactly the listed weekdays of %d", (year, dates) => {
    expect(closedWeekdays(xnys, year)).toEqual(dates);
  });

  test.each(EARLY)("closes early on exactly the listed dates of %d", (year, dates) => {
    expect(earlyCloses(xnys, year)).toEqual(dates);
  });

  test.each(Object.entries(SESSIONS))("has in the year %s as many sessions as published: %d", (year, count) => {
    expect(xnys.sessions(daysOfDate(Number(year), 1, 1), daysOfDate(Number(year), 12, 31)).length).toBe(count);
  });
});

// Martin Luther King Jr. Day is a holiday since 1998; those of February and May are on Mondays since 1971.
test.each([
  ["1997-01-20", true],
  ["1998-01-19", false],
  ["1969-02-17", true],
  ["1969-05-26", true],
  ["1969-05-30", false],
  ["1971-02-15", false],
  ["1971-05-31", false],
])("the calendar XNYS has a session on %s, before the year 2000: %s", (date, isSession) => {
  expect(xnys.session(day(date)) !== undefined).toBe(isSession);
});

describe("sessions of the calendar XNYS (New York Stock Exchange)", () => {
  test("are from 09:30 to 16:00 New York time, in winter and in summer", () => {
    // In New York, clocks went forward on Sunday, 8 March 2020 and back on Sunday, 1 November 2020.
    expect(xnys.session(day("2020-03-06"))).toEqual({
      date: 18327,
      preOpen: at("2020-03-06T09:00Z"),
      open: at("2020-03-06T14:30Z"),
      close: at("2020-03-06T21:00Z"),
      postClose: at("2020-03-07T01:00Z"),
      earlyClose: false,
      breaks: [],
    });
    expect(xnys.session(day("2020-03-09"))?.open).toBe(at("2020-03-09T13:30Z"));
    expect(xnys.session(day("2020-10-30"))?.close).toBe(at("2020-10-30T20:00Z"));
    expect(xnys.session(day("2020-11-02"))?.close).toBe(at("2020-11-02T21:00Z"));
    // Until 2006, clocks in New York went forward on the first Sunday of April.
    expect(xnys.session(day("2006-03-31"))?.open).toBe(at("2006-03-31T14:30Z"));
    expect(xnys.session(day("2006-04-03"))?.open).toBe(at("2006-04-03T13:30Z"));
  });

  test("end at 13:00 on an early close, with extended hours until 17:00", () => {
    const { close, postClose, earlyClose } = xnys.session(day("2019-07-03"))!;
    expect([close, postClose, earlyClose]).toEqual([at("2019-07-03T17:00Z"), at("2019-07-03T21:00Z"), true]);
  });

  test("opened at noon on 11 September 2002, the first anniversary of the attacks", () => {
    const { preOpen, open, close, earlyClose } = xnys.session(day("2002-09-11"))!;
    expect([preOpen, open, close]).toEqual(["08:00", "16:00", "20:00"].map((time) => at(`2002-09-11T${time}Z`)));
    expect(earlyClose).toBe(false);
  });

  test.each([
    ["2020-02-28T08:59:59Z", "closed"],
    ["2020-02-28T09:00:00Z", "pre"],
    ["2020-02-28T14:29:59Z", "pre"],
    ["2020-02-28T14:30:00Z", "open"],
    ["2020-02-28T20:59:59Z", "open"],
    ["2020-02-28T21:00:00Z", "post"],
    ["2020-02-29T00:59:59Z", "post"],
    ["2020-02-29T01:00:00Z", "closed"],
    // 29 February 2020 was a Saturday.
    ["2020-02-29T15:00:00Z", "closed"],
    // 13:00 in New York on the day after Thanksgiving, an early close.
    ["2020-11-27T18:00:00Z", "post"],
    ["2020-12-25T15:00:00Z", "closed"],
  ])("give the status at %s: %s", (instant, status) => {
    expect(xnys.status(at(instant))).toBe(status);
  });

  test("are found by lastSession and nextSession across a weekend and a holiday", () => {
    const sunday = at("2020-01-19T12:00Z");
    expect(xnys.lastSession(sunday)?.date).toBe(day("2020-01-17"));
    expect(xnys.nextSession(sunday)?.date).toBe(day("2020-01-21"));
    expect(xnys.lastSession(at("2020-01-21T14:30:00Z"))?.date).toBe(day("2020-01-21"));
    expect(xnys.lastSession(at("2020-01-21T14:29:59Z"))?.date).toBe(day("2020-01-17"));
    expect(xnys.nextSession(at("2020-01-21T14:30:00Z"))?.date).toBe(day("2020-01-22"));
    expect(xnys.lastSession(at("2020-01-01T12:00Z"))?.date).toBe(day("2019-12-31"));
    expect(xnys.nextSession(at("2019-12-31T23:00Z"))?.date).toBe(day("2020-01-02"));
  });
});

describe("unscheduled closures of the New York Stock Exchange", () => {
  test.each([
    ["2001-09-11", "2001-09-11T13:25Z"],
    ["2001-09-12", "2001-09-11T22:00Z"],
    ["2001-09-13", "2001-09-12T22:00Z"],
    ["2001-09-14", "2001-09-13T22:00Z"],
    ["2004-06-11", "2004-06-07T22:00Z"],
    ["2007-01-02", "2006-12-29T22:00Z"],
    ["2012-10-29", "2012-10-29T03:00Z"],
    ["2012-10-30", "2012-10-29T22:00Z"],
    ["2018-12-05", "2018-12-01T22:00Z"],
    ["2025-01-09", "2024-12-30T22:00Z"],
  ])("on the date %s are unknown until their announcement at %s", (date, announced) => {
    const known = at(announced);
    expect(xnys.session(day(date), known - 1)?.date).toBe(day(date));
    expect(xnys.session(day(date), known)).toBeUndefined();
    expect(xnys.session(day(date))).toBeUndefined();
    const noon = at(`${date}T16:00Z`);
    expect([xnys.status(noon, known - 1), xnys.status(noon, known)]).toEqual(["open", "closed"]);
    expect(xnys.lastSession(noon, known - 1)?.date).toBe(day(date));
    expect(xnys.lastSession(noon, known)?.date).toBeLessThan(day(date));
  });

  test("are unknown before their announcement, and so are special hours such as those of 11 September 2002", () => {
    expect(xnys.session(day("2002-09-11"), at("2002-09-10T21:59Z"))?.open).toBe(at("2002-09-11T13:30Z"));
    expect(xnys.session(day("2003-12-26"), at("2003-11-01T00:00Z"))?.earlyClose).toBe(false);
  });

  test("are ignored if the time knownAt of a query is NaN", () => {
    expect(xnys.session(day("2018-12-05"), NaN)).toBeDefined();
  });

  test("are the only dates with an announcement: regular holidays and early closes are always known", () => {
    expect(xnys.session(day("2018-12-25"), at("1990-01-01T00:00Z"))).toBeUndefined();
    expect(xnys.session(day("2018-12-24"), at("1990-01-01T00:00Z"))?.earlyClose).toBe(true);
  });

  test("are left out of a range of sessions only if the query is as of a time after their announcement", () => {
    const week = (known?: number): number => xnys.sessions(day("2012-10-29"), day("2012-11-02"), known).length;
    expect([week(at("2012-10-28T00:00Z")), week(at("2012-10-29T12:00Z")), week()]).toEqual([5, 4, 3]);
    const years = (known: number): number => xnys.sessions(day("2012-01-01"), day("2018-12-31"), known).length;
    // From 2012 to 2018, 1,760 sessions took place. Three more were scheduled, but closed on short notice.
    expect([years(at("2012-01-01T00:00Z")), years(at("2018-12-31T00:00Z"))]).toEqual([1763, 1760]);
  });
});
