import { describe, expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { closedWeekdays, day } from "./calendar-dates.ts";

/** Date and local time of an instant in Chicago. */
const inChicago = (instant: number): string =>
  new Date(zoneOf("America/Chicago").toLocal(instant)).toISOString().slice(0, 16).replace("T", " ");

const at = (text: string): number => Date.parse(text);

describe("the calendar FX (foreign exchange)", () => {
  const fx = calendarOf("FX");

  test("opens on Sunday and closes on Friday at 17:00 New York time, in winter and in summer", () => {
    // In New York, clocks went forward on Sunday, 8 March 2020 and back on Sunday, 1 November 2020.
    const monday = fx.session(day("2020-03-09"))!;
    expect([monday.open, monday.close]).toEqual([at("2020-03-08T21:00Z"), at("2020-03-09T21:00Z")]);
    const friday = fx.session(day("2020-03-06"))!;
    expect([friday.open, friday.close]).toEqual([at("2020-03-05T22:00Z"), at("2020-03-06T22:00Z")]);
    expect(fx.session(day("2020-11-02"))?.open).toBe(at("2020-11-01T22:00Z"));
    expect(fx.session(day("2020-10-30"))?.close).toBe(at("2020-10-30T21:00Z"));
    expect(fx.session(day("2020-03-08"))).toBeUndefined();
  });

  test.each([
    ["2020-03-06T21:59:59Z", "open"],
    ["2020-03-06T22:00:00Z", "closed"],
    ["2020-03-08T20:59:59Z", "closed"],
    ["2020-03-08T21:00:00Z", "open"],
    // 17:00 in New York on a Monday: one session ends and the next begins.
    ["2020-03-09T21:00:00Z", "open"],
    ["2020-12-25T12:00:00Z", "open"],
  ])("has the status at %s: %s", (instant, status) => {
    expect(fx.status(at(instant))).toBe(status);
  });

  test("puts the evening after 17:00 into the session of the next date", () => {
    const evening = at("2020-03-09T22:00Z");
    expect(fx.lastSession(evening)?.date).toBe(day("2020-03-10"));
    expect(fx.nextSession(evening)?.date).toBe(day("2020-03-11"));
    // The evening of New Year's Eve belongs to the first session of the next year.
    expect(fx.lastSession(at("2019-12-31T23:00Z"))?.date).toBe(day("2020-01-01"));
    expect(fx.nextSession(at("2019-12-31T21:00Z"))?.date).toBe(day("2020-01-01"));
  });
});

describe("the calendar CMES (CME Globex)", () => {
  const cmes = calendarOf("CMES");

  test("has sessions from 17:00 on the previous evening to 16:00, Chicago time", () => {
    const monday = cmes.session(day("2020-02-24"))!;
    expect([monday.open, monday.close]).toEqual([at("2020-02-23T23:00Z"), at("2020-02-24T22:00Z")]);
    expect(cmes.session(day("2020-03-09"))?.open).toBe(at("2020-03-08T22:00Z"));
  });

  test.each([
    ["2020-02-24T21:59:59Z", "open"],
    ["2020-02-24T22:00:00Z", "closed"],
    ["2020-02-24T23:00:00Z", "open"],
    ["2020-02-28T22:00:00Z", "closed"],
    ["2020-02-29T23:30:00Z", "closed"],
    ["2020-03-01T23:00:00Z", "open"],
  ])("has the status at %s: %s", (instant, status) => {
    expect(cmes.status(at(instant))).toBe(status);
  });

  test("is closed on New Year's Day, Good Friday and Christmas", () => {
    expect(closedWeekdays(cmes, 2019)).toEqual(["01-01", "04-19", "12-25"]);
    // Good Friday, 2 April 2021, is missing: CME traded until 8:15 because of the employment report.
    expect(closedWeekdays(cmes, 2021)).toEqual(["01-01", "12-24"]);
    expect(closedWeekdays(cmes, 2022)).toEqual(["04-15", "12-26"]);
    expect(closedWeekdays(cmes, 2023)).toEqual(["01-02", "12-25"]);
  });

  // Dates and Chicago times of early halts, from holiday schedules that CME Group published.
  test.each([
    // Martin Luther King Jr. Day.
    ["2013-01-21", "10:30"],
    // Presidents' Day.
    ["2014-02-17", "10:30"],
    // Memorial Day.
    ["2014-05-26", "12:00"],
    ["2013-07-03", "12:15"],
    ["2013-07-04", "10:30"],
    // Juneteenth.
    ["2024-06-19", "12:00"],
    ["2024-07-03", "12:15"],
    ["2025-07-03", "12:15"],
    ["2025-07-04", "12:00"],
    // Independence Day 2020, observed on a Friday.
    ["2020-07-03", "12:00"],
    // Labor Day.
    ["2003-09-01", "10:30"],
    ["2007-09-03", "10:30"],
    // Thanksgiving.
    ["2023-11-23", "12:00"],
    ["2023-11-24", "12:15"],
    ["2024-12-24", "12:15"],
    // Good Friday on which the employment report is published.
    ["2012-04-06", "08:15"],
    ["2023-04-07", "08:15"],
    ["2026-04-03", "08:15"],
    ["2001-09-11", "09:15"],
    ["2004-06-11", "08:00"],
    ["2012-10-30", "08:15"],
    ["2018-12-05", "08:30"],
    ["2025-01-09", "08:30"],
  ])("halts trading on %s at %s Chicago time and reopens at 17:00", (date, time) => {
    const session = cmes.session(day(date))!;
    expect(session.earlyClose).toBe(true);
    expect(inChicago(session.close)).toBe(`${date} ${time}`);
    expect(inChicago(session.open).slice(11)).toBe("17:00");
    expect(cmes.status(session.close - 1)).toBe("open");
    expect(cmes.status(session.close)).toBe("closed");
    expect(inChicago(cmes.nextSession(session.close)!.open).slice(11)).toBe("17:00");
  });

  test.each(["2012-12-31", "2016-12-23", "2022-12-23", "2022-07-01", "2006-07-03", "2021-06-18", "2024-12-31"])(
    "closes at the usual time, 16:00 in Chicago, on %s",
    (date) => {
      const session = cmes.session(day(date))!;
      expect(session.earlyClose).toBe(false);
      expect(inChicago(session.close)).toBe(`${date} 16:00`);
    },
  );

  test("was closed for three days after the attacks of 11 September 2001, which was unknown before them", () => {
    const dates = ["2001-09-12", "2001-09-13", "2001-09-14"];
    expect(dates.map((date) => cmes.session(day(date)))).toEqual([undefined, undefined, undefined]);
    expect(cmes.session(day("2001-09-12"), at("2001-09-11T12:00Z"))?.earlyClose).toBe(false);
    expect(cmes.session(day("2001-09-17"))?.earlyClose).toBe(false);
  });

  test("closes early 7 to 10 times in each of six years", () => {
    const early = (year: number) => {
      const { earlyClose } = cmes.sessions(day(`${year}-01-01`), day(`${year}-12-31`));
      return earlyClose.reduce((sum, one) => sum + one, 0);
    };
    // 2016 has few: Independence Day was a Monday, Christmas a Sunday. 2026 has many: the employment report is on Good Friday.
    expect([2009, 2016, 2019, 2021, 2023, 2026].map(early)).toEqual([8, 7, 9, 8, 10, 10]);
  });
});

describe("the calendar 24/7", () => {
  const always = calendarOf("24/7");

  test("has a session for every UTC day, including weekends", () => {
    expect(always).toMatchObject({ weekends: true, sessionsPerYear: 365, zone: "UTC" });
    const sunday = always.session(day("2020-03-08"))!;
    expect([sunday.open, sunday.close]).toEqual([at("2020-03-08T00:00Z"), at("2020-03-09T00:00Z")]);
    expect(always.sessions(day("2020-01-01"), day("2020-12-31")).length).toBe(366);
    expect(always.status(at("2020-03-08T00:00Z"))).toBe("open");
  });
});
