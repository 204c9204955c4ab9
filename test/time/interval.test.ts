import { describe, expect, test } from "vitest";
import {
  checkInterval,
  INTERVALS,
  intervalEnd,
  type Interval,
  isDailyOrLonger,
  isInterval,
} from "../../src/time/interval.ts";
import { formatInstant } from "../../src/time/instant.ts";

const end = (interval: Interval, start: string, zone?: string): string =>
  formatInstant(intervalEnd(interval, Date.parse(start), zone));

describe("intervalEnd", () => {
  test.each<[Interval, string, string]>([
    ["1m", "2020-02-28T14:30:00Z", "2020-02-28T14:31:00.000Z"],
    ["2m", "2020-02-28T14:30:00Z", "2020-02-28T14:32:00.000Z"],
    ["60m", "2020-02-28T14:30:00Z", "2020-02-28T15:30:00.000Z"],
    ["1h", "2020-02-28T23:00:00Z", "2020-02-29T00:00:00.000Z"],
    ["90m", "2020-02-28T14:30:00Z", "2020-02-28T16:00:00.000Z"],
    ["4h", "2020-02-28T20:00:00Z", "2020-02-29T00:00:00.000Z"],
    ["1d", "2020-02-28T00:00:00Z", "2020-02-29T00:00:00.000Z"],
    ["5d", "2020-02-28T00:00:00Z", "2020-03-04T00:00:00.000Z"],
    ["1wk", "2020-02-24T00:00:00Z", "2020-03-02T00:00:00.000Z"],
    ["1mo", "2020-02-01T00:00:00Z", "2020-03-01T00:00:00.000Z"],
    ["1mo", "2021-02-01T00:00:00Z", "2021-03-01T00:00:00.000Z"],
    ["1mo", "2020-12-01T00:00:00Z", "2021-01-01T00:00:00.000Z"],
    ["1mo", "2020-01-31T00:00:00Z", "2020-02-29T00:00:00.000Z"],
    ["1mo", "1969-12-01T00:00:00Z", "1970-01-01T00:00:00.000Z"],
    ["3mo", "2019-12-01T00:00:00Z", "2020-03-01T00:00:00.000Z"],
    ["3mo", "2020-11-30T13:00:00Z", "2021-02-28T13:00:00.000Z"],
  ])("for the interval %s and a bar from %s in UTC is %s", (interval, start, expected) => {
    expect(end(interval, start)).toBe(expected);
  });

  test.each<[Interval, string, string, string]>([
    // In New York the day of 8 March 2020 has 23 hours, that of 1 November 25.
    ["1d", "2020-03-08T05:00:00Z", "America/New_York", "2020-03-09T04:00:00.000Z"],
    ["1d", "2020-11-01T04:00:00Z", "America/New_York", "2020-11-02T05:00:00.000Z"],
    ["1d", "2020-03-08T05:00:00Z", "UTC", "2020-03-09T05:00:00.000Z"],
    ["1h", "2020-03-08T06:00:00Z", "America/New_York", "2020-03-08T07:00:00.000Z"],
    ["1wk", "2020-03-02T05:00:00Z", "America/New_York", "2020-03-09T04:00:00.000Z"],
    ["1mo", "2020-11-30T13:00:00Z", "Australia/Sydney", "2020-12-31T13:00:00.000Z"],
    ["1mo", "2021-03-31T13:00:00Z", "Australia/Sydney", "2021-04-30T14:00:00.000Z"],
    ["3mo", "2019-12-31T13:00:00Z", "Australia/Sydney", "2020-03-31T13:00:00.000Z"],
    // On 4 November 2018, clocks in São Paulo skipped the hour after midnight.
    ["1d", "2018-11-03T03:00:00Z", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
  ])("for the interval %s and a bar from %s in the zone %s is %s", (interval, start, zone, expected) => {
    expect(end(interval, start, zone)).toBe(expected);
  });

  test("throws for an unknown zone", () => {
    expect(() => intervalEnd("1d", 0, "Nowhere/City")).toThrow(expect.objectContaining({ code: "ZONE_UNKNOWN" }));
  });

  test("is after the start of the bar for every interval", () => {
    for (const interval of INTERVALS) expect(intervalEnd(interval, 1e12)).toBeGreaterThan(1e12);
  });
});

test("isDailyOrLonger is true exactly for the intervals 1d, 5d, 1wk, 1mo and 3mo", () => {
  expect(INTERVALS.filter(isDailyOrLonger)).toEqual(["1d", "5d", "1wk", "1mo", "3mo"]);
});

test("isInterval and checkInterval accept the known intervals and no other value", () => {
  expect(INTERVALS.every(isInterval)).toBe(true);
  expect(["1w", "", "toString", 5, null, undefined].some(isInterval)).toBe(false);
  expect(checkInterval("1wk")).toBe("1wk");
  expect(() => checkInterval("1w")).toThrow(
    expect.objectContaining({
      code: "INTERVAL_UNKNOWN",
      message: 'interval must be one of 1m, 2m, 5m, 15m, 30m, 60m, 90m, 1h, 4h, 1d, 5d, 1wk, 1mo, 3mo, was "1w"',
      details: { interval: "1w", known: INTERVALS },
    }),
  );
});
