import { expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { daysOfDate } from "../../src/time/civil-date.ts";

test.each([
  [2000, 252],
  [2001, 248],
  [2002, 252],
  [2003, 252],
  [2004, 252],
  [2005, 252],
  [2006, 251],
  [2007, 251],
  [2008, 253],
  [2009, 252],
  [2010, 252],
  [2011, 252],
  [2012, 250],
  [2013, 252],
  [2014, 252],
  [2015, 252],
  [2016, 252],
  [2017, 251],
  [2018, 251],
  [2019, 252],
  [2020, 253],
  [2021, 252],
  [2022, 251],
  [2023, 250],
  [2024, 252],
  [2025, 250],
  [2026, 251],
  [2027, 251],
])("%d has %d sessions", (year, count) => {
  expect(calendarOf("XNYS").sessions(daysOfDate(year, 1, 1), daysOfDate(year, 12, 31)).length).toBe(count);
});
