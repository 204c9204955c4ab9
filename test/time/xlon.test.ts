import { describe, expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { closedWeekdays, day, earlyCloses, yearTable } from "./calendar-dates.ts";

const xlon = calendarOf("XLON");
const at = (text: string): number => Date.parse(text);

/** Bank holidays of England as published by the government, listed by hand. */
const CLOSED = yearTable(`
  2000 01-03 04-21 04-24 05-01 05-29 08-28 12-25 12-26
  2001 01-01 04-13 04-16 05-07 05-28 08-27 12-25 12-26
  2002 01-01 03-29 04-01 05-06 06-03 06-04 08-26 12-25 12-26
  2004 01-01 04-09 04-12 05-03 05-31 08-30 12-27 12-28
  2005 01-03 03-25 03-28 05-02 05-30 08-29 12-26 12-27
  2009 01-01 04-10 04-13 05-04 05-25 08-31 12-25 12-28
  2010 01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28
  2011 01-03 04-22 04-25 04-29 05-02 05-30 08-29 12-26 12-27
  2012 01-02 04-06 04-09 05-07 06-04 06-05 08-27 12-25 12-26
  2015 01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28
  2016 01-01 03-25 03-28 05-02 05-30 08-29 12-26 12-27
  2017 01-02 04-14 04-17 05-01 05-29 08-28 12-25 12-26
  2018 01-01 03-30 04-02 05-07 05-28 08-27 12-25 12-26
  2019 01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26
  2020 01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28
  2021 01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28
  2022 01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27
  2023 01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26
  2024 01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26
  2025 01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26
  2026 01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28
  2027 01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28
`);

/** Dates on which London closed early: the last sessions before Christmas and before the new year. */
const EARLY = yearTable(`
  2015 12-24 12-31
  2016 12-23 12-30
  2017 12-22 12-29
  2018 12-24 12-31
  2020 12-24 12-31
  2022 12-23 12-30
  2024 12-24 12-31
`);

describe("the calendar XLON (London Stock Exchange)", () => {
  test.each(CLOSED)("has no session on exactly the listed weekdays of %d", (year, dates) => {
    expect(closedWeekdays(xlon, year)).toEqual(dates);
  });

  test.each(EARLY)("closes early on exactly the listed dates of %d", (year, dates) => {
    expect(earlyCloses(xlon, year)).toEqual(dates);
  });

  test("has sessions from 08:00 to 16:30 London time, or to 12:30 on an early close", () => {
    // In London, clocks went forward on Sunday, 29 March 2020.
    const friday = xlon.session(day("2020-03-27"))!;
    const monday = xlon.session(day("2020-03-30"))!;
    expect([friday.open, friday.close]).toEqual([at("2020-03-27T08:00Z"), at("2020-03-27T16:30Z")]);
    expect([monday.open, monday.close]).toEqual([at("2020-03-30T07:00Z"), at("2020-03-30T15:30Z")]);
    expect(xlon.session(day("2020-12-24"))?.close).toBe(at("2020-12-24T12:30Z"));
    expect([friday.preOpen, friday.postClose]).toEqual([friday.open, friday.close]);
  });

  test("drops or restores the session of a one-time or moved bank holiday only from its announcement on", () => {
    const open = (date: string, known: string): boolean => xlon.session(day(date), at(known)) !== undefined;
    expect([open("2022-09-19", "2022-09-09T00:00Z"), open("2022-09-19", "2022-09-11T00:00Z")]).toEqual([true, false]);
    expect([open("2020-05-04", "2019-06-01T00:00Z"), open("2020-05-08", "2019-06-01T00:00Z")]).toEqual([false, true]);
    expect([open("2020-05-04", "2019-06-08T00:00Z"), open("2020-05-08", "2019-06-08T00:00Z")]).toEqual([true, false]);
  });
});
