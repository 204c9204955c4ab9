import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { formatDate, formatInstant } from "../../src/time/instant.ts";
import {
  checkPeriod,
  parsePeriod,
  type Period,
  periodLength,
  PERIODS,
  periodStart,
  periodStartDay,
} from "../../src/time/period.ts";
import { day } from "./calendar-dates.ts";

const at = (text: string): number => Date.parse(text);

describe("checkPeriod and parsePeriod", () => {
  test("checkPeriod accepts the eleven named periods and throws for any other value", () => {
    for (const period of PERIODS) expect(checkPeriod(period)).toBe(period);
    const refused = {
      code: "PARAMETER_OUT_OF_RANGE",
      message: 'period must be one of 1d, 5d, 1mo, 3mo, 6mo, 1y, 2y, 5y, 10y, ytd, max, was "30d"',
    };
    expect(() => checkPeriod("30d")).toThrow(expect.objectContaining(refused));
    expect(() => checkPeriod(undefined)).toThrow("was undefined");
  });

  test.each<[string, object]>([
    ["5d", { sessions: 5 }],
    ["30d", { sessions: 30 }],
    ["2wk", { days: 14 }],
    ["18mo", { months: 18 }],
    ["3y", { months: 36 }],
    ["9999d", { sessions: 9999 }],
    ["ytd", { since: "year" }],
    ["max", { since: "always" }],
  ])("parsePeriod reads a period of any length from text: %s", (text, length) => {
    expect(parsePeriod(text)).toEqual(length);
  });

  test("parsePeriod gives each named period the length that periodLength returns", () => {
    for (const period of PERIODS) expect(parsePeriod(period)).toEqual(periodLength(period));
  });

  test.each(["", "0d", "01d", "10000d", "1.5y", "-1d", "1w", "1m", "d", " 1d", "1d\n", "1D", "MAX"])(
    "parsePeriod throws for the text %j",
    (text) => {
      expect(() => parsePeriod(text)).toThrow(
        "period must be a number from 1 to 9999 followed by d, wk, mo or y; or ytd or max",
      );
    },
  );
});

describe("the first date of a period", () => {
  const xnys = calendarOf("XNYS");
  const first = (period: string, now: string, calendar = xnys): string =>
    formatDate(periodStartDay(parsePeriod(period), at(now), calendar) * DAY_MS);

  test.each([
    // During the session of Wednesday, 22 January 2020 in New York. Monday, 20 January was a holiday.
    ["1d", "2020-01-22T15:00Z", "2020-01-22"],
    ["5d", "2020-01-22T15:00Z", "2020-01-15"],
    // Exactly at the open at 14:30 UTC, and one minute before it.
    ["1d", "2020-01-22T14:30Z", "2020-01-22"],
    ["1d", "2020-01-22T14:29Z", "2020-01-21"],
    ["5d", "2020-01-22T14:29Z", "2020-01-14"],
    // On a Sunday, the last session is that of Friday.
    ["1d", "2020-01-19T12:00Z", "2020-01-17"],
    ["30d", "2020-01-22T15:00Z", "2019-12-09"],
    ["2wk", "2020-01-22T15:00Z", "2020-01-08"],
    ["1mo", "2020-01-22T15:00Z", "2019-12-22"],
    // The earlier month is shorter, so the period begins on its last day.
    ["1mo", "2020-03-31T15:00Z", "2020-02-29"],
    ["1mo", "2019-03-31T15:00Z", "2019-02-28"],
    ["1mo", "2020-02-29T15:00Z", "2020-01-29"],
    ["6mo", "2020-08-31T15:00Z", "2020-02-29"],
    ["1y", "2020-02-29T15:00Z", "2019-02-28"],
    ["10y", "2020-02-28T15:00Z", "2010-02-28"],
    // 04:59 UTC on 2 March is still 1 March in New York.
    ["1mo", "2020-03-02T04:59Z", "2020-02-01"],
    ["ytd", "2020-01-01T04:59Z", "2019-01-01"],
    ["ytd", "2020-01-01T05:00Z", "2020-01-01"],
  ])("of %s that ends at %s is %s in New York", (period, now, date) => {
    expect(first(period, now)).toBe(date);
  });

  test("is counted back from the current date in the zone of the calendar", () => {
    // 15:00 UTC is midnight in Tokyo, so the date there is already 1 March.
    expect(first("1mo", "2020-02-29T15:00Z", calendarOf("XTKS"))).toBe("2020-02-01");
    expect(first("1d", "2020-03-09T21:00Z", calendarOf("FX"))).toBe("2020-03-10");
    expect(first("5d", "2020-03-10T00:00Z", calendarOf("24/7"))).toBe("2020-03-06");
  });

  test("is -Infinity for the period max, and if it would be before the year 0", () => {
    expect(periodStartDay("max", at("2020-01-22T15:00Z"), xnys)).toBe(-Infinity);
    expect(periodStart("max", at("2020-01-22T15:00Z"), xnys)).toBe(-Infinity);
    expect(periodStart(parsePeriod("9999y"), at("2020-01-22T15:00Z"), xnys)).toBe(-Infinity);
  });

  test("ignores closures that were not yet known at the time of the query", () => {
    // On Sunday, the closure of Monday and Tuesday for Hurricane Sandy had not been announced.
    const [sunday, tuesday] = [at("2012-10-28T12:00Z"), at("2012-10-30T16:00Z")];
    expect(periodStartDay("1d", sunday, xnys)).toBe(day("2012-10-26"));
    expect(periodStartDay("1d", tuesday, xnys)).toBe(day("2012-10-26"));
    expect(periodStartDay("1d", tuesday, xnys, sunday)).toBe(day("2012-10-30"));
  });

  test("begins at midnight, or on the previous evening if the session opens then", () => {
    const start = (period: Period, now: string, name: string): string =>
      formatInstant(periodStart(period, at(now), calendarOf(name)));
    expect(start("1d", "2020-01-22T15:00Z", "XNYS")).toBe("2020-01-22T05:00:00.000Z");
    expect(start("1d", "2020-01-22T15:00Z", "FX")).toBe("2020-01-21T22:00:00.000Z");
    expect(start("1mo", "2020-04-08T15:00Z", "XNYS")).toBe("2020-03-08T05:00:00.000Z");
    expect(start("1d", "2020-01-22T15:00Z", "24/7")).toBe("2020-01-22T00:00:00.000Z");
  });

  test("is never later for a longer period than for a shorter one", () => {
    const nows = fc.integer({ min: at("2001-01-01T00:00Z"), max: at("2027-12-31T00:00Z") });
    fc.assert(
      fc.property(nows, fc.constantFrom("XNYS", "XTKS", "CMES", "24/7"), (now, name) => {
        const lengths = ["1d", "5d", "1mo", "3mo", "6mo", "1y", "2y", "5y", "10y", "max"] as const;
        const starts = lengths.map((period) => periodStart(period, now, calendarOf(name)));
        expect(starts).toEqual(starts.toSorted((a, b) => b - a));
        expect(starts[0]).toBeLessThanOrEqual(now);
      }),
      { numRuns: 50 },
    );
  });
});
