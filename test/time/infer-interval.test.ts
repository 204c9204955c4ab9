import { expect, test } from "vitest";
import { inferInterval } from "../../src/time/infer-interval.ts";
import { DAY_MS, type Interval, INTERVALS, intervalEnd } from "../../src/time/interval.ts";
import { zoneOf } from "../../src/time/zone.ts";

const start = Date.UTC(2020, 0, 6);

/** Times of consecutive bars, of which each starts when the previous one ends. */
function unbroken(interval: Interval, count: number, zone?: string): Float64Array {
  const time = new Float64Array(count);
  time[0] = zone === undefined ? start : zoneOf(zone).toInstantOrAfter(start);
  for (let i = 1; i < count; i++) time[i] = intervalEnd(interval, time[i - 1]!, zone);
  return time;
}

test.each(INTERVALS.filter((interval) => interval !== "60m"))(
  "inferInterval returns %s for consecutive bars of that interval",
  (interval) => {
    expect(inferInterval(unbroken(interval, 300))).toBe(interval);
    expect(inferInterval(unbroken(interval, 300, "America/New_York"))).toBe(interval);
    expect(inferInterval(unbroken(interval, 2))).toBe(interval);
  },
);

test("inferInterval returns 1h, not 60m, for bars that are an hour apart", () => {
  expect(inferInterval(unbroken("60m", 10))).toBe("1h");
});

test("inferInterval returns 1d for daily bars from Monday to Friday", () => {
  const time = unbroken("1d", 400).filter((_, i) => i % 7 < 5);
  expect(inferInterval(time)).toBe("1d");
});

test("inferInterval returns 1m for minute bars that pause at night and have missing minutes", () => {
  const time = unbroken("1m", 20 * 1440).filter((_, i) => i % 1440 < 390 && i % 5 !== 3);
  expect(inferInterval(time)).toBe("1m");
});

test("inferInterval returns 1mo for monthly bars stamped at the first trading day of each month", () => {
  // The first session of each month of 2019 at the New York Stock Exchange.
  const dates = [
    "01-02",
    "02-01",
    "03-01",
    "04-01",
    "05-01",
    "06-03",
    "07-01",
    "08-01",
    "09-03",
    "10-01",
    "11-01",
    "12-02",
  ];
  expect(inferInterval(Float64Array.from(dates, (date) => Date.parse(`2019-${date}`)))).toBe("1mo");
});

test("inferInterval returns the shorter interval if two steps between bars are equally frequent", () => {
  expect(inferInterval(Float64Array.of(0, DAY_MS, 8 * DAY_MS))).toBe("1d");
  expect(inferInterval(Float64Array.of(0, 7 * DAY_MS, 8 * DAY_MS))).toBe("1d");
});

test.each([
  [[], "interval must be given if there are fewer than two bars; there are 0"],
  [[start], "interval must be given if there are fewer than two bars; there are 1"],
  [
    [0, 3 * DAY_MS],
    "the usual step between bars must be the length of an interval, was 259200 seconds; give the interval",
  ],
  [
    [0, 7000, 14000, 74000],
    "the usual step between bars must be the length of an interval, was 7 seconds; give the interval",
  ],
  [[0, 0], "the usual step between bars must be the length of an interval, was 0 seconds; give the interval"],
])("inferInterval throws if no interval can be inferred from the bar times %j", (times, message) => {
  expect(() => inferInterval(Float64Array.from(times))).toThrow(
    expect.objectContaining({
      code: "INTERVAL_UNKNOWN",
      message,
      details: expect.objectContaining({ bars: times.length }),
    }),
  );
});
