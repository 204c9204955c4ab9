import { expect, test } from "vitest";
import { inferInterval } from "../../src/time/infer-interval.ts";
import { DAY_MS, type Interval, INTERVALS, intervalEnd } from "../../src/time/interval.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
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

test.each(["1s", "5s", "15s", "30s", "3m", "10m", "45m", "2h", "6h", "8h", "12h"] as const)(
  "inferInterval returns %s for consecutive bars of that interval, also if some are missing",
  (interval) => {
    expect(inferInterval(unbroken(interval, 300))).toBe(interval);
    expect(inferInterval(unbroken(interval, 300).filter((_, i) => i % 4 !== 3))).toBe(interval);
  },
);

test("inferInterval returns 13m only with a calendar whose sessions have a multiple of 13 minutes", () => {
  const calendar = calendarOf("XNYS");
  const { open, close } = calendar.session(Date.UTC(2020, 0, 6) / DAY_MS)!;
  const time = Float64Array.from({ length: (close - open) / 780_000 }, (_, i) => open + i * 780_000);
  expect(inferInterval(time, calendar)).toBe("13m");
  for (const other of [undefined, calendarOf("24/7"), calendarOf("XLON")])
    expect(() => inferInterval(time, other)).toThrow("was 780 seconds, which do not divide a day; give the interval");
});

test("inferInterval throws for steps of a second in 1970, since row numbers, days and years are read as seconds", () => {
  for (const first of [0, 19_724, 1990])
    expect(() => inferInterval(Float64Array.of(first, first + 1, first + 2).map((count) => count * 1000))).toThrow(
      "interval must be given for bars of 1s in 1970, since their times may be row numbers, days or years",
    );
});

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
    "the usual step between bars must be the length of an interval, was 7 seconds, which do not divide a day; give the interval",
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
