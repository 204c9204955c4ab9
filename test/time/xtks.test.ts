import { describe, expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { closedWeekdays, day, earlyCloses, yearTable } from "./calendar-dates.ts";

const xtks = calendarOf("XTKS");
const at = (text: string): number => Date.parse(text);

/** Weekdays without a session in Tokyo: holidays listed by the Cabinet Office of Japan, and the exchange's days around the new year. */
const CLOSED = yearTable(`
  2000 01-03 01-10 02-11 03-20 05-03 05-04 05-05 07-20 09-15 10-09 11-03 11-23
  2009 01-01 01-02 01-12 02-11 03-20 04-29 05-04 05-05 05-06 07-20 09-21 09-22 09-23 10-12 11-03 11-23 12-23 12-31
  2015 01-01 01-02 01-12 02-11 04-29 05-04 05-05 05-06 07-20 09-21 09-22 09-23 10-12 11-03 11-23 12-23 12-31
  2019 01-01 01-02 01-03 01-14 02-11 03-21 04-29 04-30 05-01 05-02 05-03 05-06 07-15 08-12 09-16 09-23 10-14 10-22 11-04 12-31
  2020 01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-04 05-05 05-06 07-23 07-24 08-10 09-21 09-22 10-01 11-03 11-23 12-31
  2021 01-01 01-11 02-11 02-23 04-29 05-03 05-04 05-05 07-22 07-23 08-09 09-20 09-23 11-03 11-23 12-31
  2022 01-03 01-10 02-11 02-23 03-21 04-29 05-03 05-04 05-05 07-18 08-11 09-19 09-23 10-10 11-03 11-23
  2023 01-02 01-03 01-09 02-23 03-21 05-03 05-04 05-05 07-17 08-11 09-18 10-09 11-03 11-23
  2024 01-01 01-02 01-03 01-08 02-12 02-23 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-31
  2025 01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-24 12-31
  2026 01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31
`);

/** Years, each with the number of sessions that the Tokyo Stock Exchange published. */
const SESSIONS = [
  [2009, 243],
  [2016, 245],
  [2017, 247],
  [2018, 245],
  [2019, 241],
  [2020, 242],
  [2024, 245],
] as const;

describe("the calendar XTKS (Tokyo Stock Exchange)", () => {
  test.each(CLOSED)("has no session on exactly the listed weekdays of %d", (year, dates) => {
    expect(closedWeekdays(xtks, year)).toEqual(dates);
  });

  test.each(SESSIONS)("has in the year %d as many sessions as published: %d", (year, count) => {
    expect(xtks.sessions(day(`${year}-01-01`), day(`${year}-12-31`)).length).toBe(count);
  });

  test.each([
    // 4 May was a Sunday in 2003 and 2008; a substitute holiday on 6 May is the law only since 2007.
    ["2003-05-06", true],
    ["2008-05-06", false],
    // Marine Day: 20 July until 2002, a Saturday that year; since 2003 the third Monday of July.
    ["2002-07-20", false],
    ["2003-07-21", false],
    // 23 December, the birthday of the former Emperor, is no holiday since 2019.
    ["2019-12-23", true],
    // Sports Day was moved to July in 2020.
    ["2020-10-12", true],
    // Mountain Day was moved to Sunday, 8 August in 2021.
    ["2021-08-11", true],
  ])("has a session on %s: %s", (date, session) => {
    expect(xtks.session(day(date)) !== undefined).toBe(session);
  });

  test.each([
    ["2011-11-18", "00:00 02:00 03:30 06:00"],
    ["2011-11-21", "00:00 02:30 03:30 06:00"],
    ["2024-11-01", "00:00 02:30 03:30 06:00"],
    ["2024-11-05", "00:00 02:30 03:30 06:30"],
  ])("has a lunch break in the session of %s, whose UTC hours are %s", (date, hours) => {
    const [open, lunch, afternoon, close] = hours.split(" ").map((time) => at(`${date}T${time}Z`));
    const session = xtks.session(day(date))!;
    expect([session.open, session.breaks, session.close]).toEqual([open, [[lunch, afternoon]], close]);
  });

  test.each([
    ["2020-03-02T02:29:59Z", "open"],
    ["2020-03-02T02:30:00Z", "closed"],
    ["2020-03-02T03:29:59Z", "closed"],
    ["2020-03-02T03:30:00Z", "open"],
    ["2020-03-02T06:00:00Z", "closed"],
  ])("has the status at %s: %s", (instant, status) => {
    expect(xtks.status(at(instant))).toBe(status);
  });

  test("has only a morning session on the first and last session of a year up to January 2009", () => {
    expect(earlyCloses(xtks, 2008)).toEqual(["01-04", "12-30"]);
    expect(earlyCloses(xtks, 2009)).toEqual(["01-05"]);
    expect(earlyCloses(xtks, 2010)).toEqual([]);
    expect(xtks.session(day("2008-12-30"))).toMatchObject({ close: at("2008-12-30T02:00Z"), breaks: [] });
  });

  test("has a session on 1 October 2020, when systems failed, in queries as of the day before", () => {
    expect(xtks.session(day("2020-10-01"), at("2020-09-30T12:00Z"))?.open).toBe(at("2020-10-01T00:00Z"));
    expect(xtks.session(day("2020-10-01"), at("2020-10-01T03:00Z"))).toBeUndefined();
  });
});
