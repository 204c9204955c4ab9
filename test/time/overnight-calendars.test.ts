import { describe, expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { closedWeekdays, day } from "./calendar-dates.ts";

const at = (text: string): number => Date.parse(text);

describe("the week of foreign exchange", () => {
  const fx = calendarOf("FX");

  test("begins on Sunday and ends on Friday at 17:00 in New York, whatever its clocks do", () => {
    // Clocks went forward on Sunday 8 March 2020 at 02:00 and back on Sunday 1 November 2020.
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
    ["2020-03-09T21:00:00Z", "open"], // the next session begins at once
    ["2020-12-25T12:00:00Z", "open"],
  ])("at %s is %s", (instant, status) => {
    expect(fx.status(at(instant))).toBe(status);
  });

  test("leads from the evening into the session of the next date", () => {
    const evening = at("2020-03-09T22:00Z");
    expect(fx.lastSession(evening)?.date).toBe(day("2020-03-10"));
    expect(fx.nextSession(evening)?.date).toBe(day("2020-03-11"));
    // Over the turn of the year, where the evening belongs to the session of another year.
    expect(fx.lastSession(at("2019-12-31T23:00Z"))?.date).toBe(day("2020-01-01"));
    expect(fx.nextSession(at("2019-12-31T21:00Z"))?.date).toBe(day("2020-01-01"));
  });
});

describe("CME Globex", () => {
  const cmes = calendarOf("CMES");

  test("trades from 17:00 of the evening before to 16:00 in Chicago", () => {
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
  ])("at %s is %s", (instant, status) => {
    expect(cmes.status(at(instant))).toBe(status);
  });

  test("is closed on New Year's Day, Good Friday and Christmas", () => {
    expect(closedWeekdays(cmes, 2019)).toEqual(["01-01", "04-19", "12-25"]);
    expect(closedWeekdays(cmes, 2021)).toEqual(["01-01", "04-02", "12-24"]);
    expect(closedWeekdays(cmes, 2022)).toEqual(["04-15", "12-26"]);
    expect(closedWeekdays(cmes, 2023)).toEqual(["01-02", "04-07", "12-25"]);
  });
});

describe("markets that never close", () => {
  const always = calendarOf("24/7");

  test("have each day of UTC for a session, weekends too", () => {
    expect(always).toMatchObject({ weekends: true, sessionsPerYear: 365, zone: "UTC" });
    const sunday = always.session(day("2020-03-08"))!;
    expect([sunday.open, sunday.close]).toEqual([at("2020-03-08T00:00Z"), at("2020-03-09T00:00Z")]);
    expect(always.sessions(day("2020-01-01"), day("2020-12-31")).length).toBe(366);
    expect(always.status(at("2020-03-08T00:00Z"))).toBe("open");
  });
});
