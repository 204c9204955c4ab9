import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkInterval,
  commonIntervals,
  compareIntervals,
  fixedLength,
  INTERVAL_PATTERN,
  INTERVALS,
  intervalEnd,
  type Interval,
  intradayInterval,
  isDailyOrLonger,
  isInterval,
  isSameInterval,
  nameAmong,
  namesOf,
  usualName,
} from "../../src/time/interval.ts";
import { formatInstant } from "../../src/time/instant.ts";
import { property } from "../support/property.ts";

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

test("isInterval and checkInterval accept whole numbers of seconds, minutes and hours below a day, and no other value", () => {
  expect(INTERVALS.every(isInterval)).toBe(true);
  expect(["1s", "15s", "3m", "7m", "45m", "2h", "23h", "1439m", "86399s"].every(isInterval)).toBe(true);
  expect(["1w", "", "toString", 5, null, undefined].some(isInterval)).toBe(false);
  const nonsense = [
    "0m",
    "05m",
    "1.5m",
    "1e1m",
    "-3m",
    "3 m",
    "3M",
    "m",
    "3",
    "2d",
    "24h",
    "1440m",
    "86400s",
    "999999s",
  ];
  expect(nonsense.filter(isInterval)).toEqual([]);
  expect(checkInterval("1wk")).toBe("1wk");
  expect(() => checkInterval("1w")).toThrow(
    expect.objectContaining({
      code: "INTERVAL_UNKNOWN",
      message:
        'interval must be a whole number of seconds, minutes or hours below a day, such as 15s, 3m or 2h, or one of 1d, 5d, 1wk, 1mo, 3mo, was "1w"',
      details: { interval: "1w", known: INTERVALS },
    }),
  );
});

test("the pattern of the schemas matches the intervals and no other text", () => {
  const pattern = new RegExp(INTERVAL_PATTERN);
  const counts = Array.from({ length: 100_002 }, (_, count) => count);
  const texts = ["s", "m", "h"].flatMap((unit) => counts.map((count) => `${count}${unit}`));
  texts.push("", "1w", "05m", "3M", "1d ", "2d", "1.5h", ...INTERVALS);
  expect(texts.filter((text) => pattern.test(text) !== isInterval(text))).toEqual([]);
});

describe("intervals of equal length", () => {
  const milliseconds = fc.integer({ min: 1, max: 86_399 }).map((seconds) => seconds * 1000);

  property([milliseconds])("have a name whose length is that length", (length) => {
    const name = intradayInterval(length)!;
    expect(isInterval(name)).toBe(true);
    expect(fixedLength(name)).toBe(length);
    expect(intradayInterval(fixedLength(name)!)).toBe(name);
  });

  property([milliseconds])("are the same interval by every name", (length) => {
    const names = [`${length / 1000}s`, `${length / 60_000}m`, `${length / 3_600_000}h`].filter(isInterval);
    for (const name of names) {
      expect(isSameInterval(name, names[0]!)).toBe(true);
      expect(usualName(name)).toBe(intradayInterval(length));
      expect(nameAmong(["1d", names[0]!], name)).toBe(names[0]);
      expect(namesOf(name)).toEqual(names);
    }
  });

  test("are 60m and 1h, 120m and 2h, and 60s and 1m", () => {
    expect((["60m", "3600s", "120m", "60s", "90m", "90s", "1wk"] as const).map(usualName)).toEqual([
      "1h",
      "1h",
      "2h",
      "1m",
      "90m",
      "90s",
      "1wk",
    ]);
    expect(isSameInterval("5d", "1wk")).toBe(false);
  });

  test("are common to lists that name them differently", () => {
    expect(
      commonIntervals([
        ["1d", "60m", "15s"],
        ["1h", "1d", "30m"],
      ]),
    ).toEqual(["60m", "1d"]);
  });
});

test("compareIntervals sorts from short to long", () => {
  const sorted = ["3mo", "1d", "90m", "1h", "15s", "1wk", "5d", "1mo", "1m"].toSorted((a, b) =>
    compareIntervals(a as Interval, b as Interval),
  );
  expect(sorted).toEqual(["15s", "1m", "1h", "90m", "1d", "5d", "1wk", "1mo", "3mo"]);
});
