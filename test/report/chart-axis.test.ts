import { instrument } from "../../src/market/instrument.ts";
import { expect, test } from "vitest";
import { ChartAxis } from "../../src/report/chart-axis.ts";
import { barsOf } from "./fixture.ts";
import { displayClock } from "../../src/report/display-clock.ts";

const HOUR = 3_600_000;
const UTC = displayClock("1h", "UTC", []);
const hours = (...numbers: number[]) => Float64Array.from(numbers, (number) => number * HOUR);

test("the time axis of a chart has one point for each time at which any symbol has a bar", () => {
  const axis = new ChartAxis([hours(0, 2, 4), hours(1, 2, 3)], UTC);
  expect(axis.barsPerPoint).toBe(1);
  expect([0, 1, 2, 3, 4].map((hour) => axis.pointAt(hour * HOUR))).toEqual([0, 1, 2, 3, 4]);
  expect(axis.secondsOf(3)).toBe(3 * 3600);
});

test("the time axis of a chart maps a time to the bar that contains it, and a bar's closing time to that bar", () => {
  const axis = new ChartAxis([hours(0, 1, 2, 10)], UTC);
  expect(axis.pointAt(1 * HOUR)).toBe(1);
  expect(axis.pointAt(1.5 * HOUR)).toBe(1);
  expect([...axis.pointsClosedAt(hours(1, 3, 99))]).toEqual([0, 2, 3]);
  expect(axis.pointAt(-HOUR)).toBe(0);
});

test("the time axis of a chart merges neighboring bars evenly if there are more bars than points", () => {
  const axis = new ChartAxis([hours(0, 1, 2, 3, 4, 5, 6)], UTC, 3);
  expect(axis.barsPerPoint).toBe(3);
  expect([0, 2, 3, 6].map((hour) => axis.pointAt(hour * HOUR))).toEqual([0, 0, 1, 2]);
  expect([0, 1, 2].map((point) => axis.secondsOf(point))).toEqual([0, 3 * 3600, 6 * 3600]);
});

test("a chart shows a daily bar at its session date whatever the time zone", () => {
  const bars = barsOf([[10, 11, 9, 10]], { start: Date.UTC(2024, 0, 1, 13) });
  const clock = displayClock("1d", "America/New_York", [bars.time]);
  const [start] = clock.startsOf({
    instrument: instrument("ACME"),
    priceBasis: "raw",
    bars,
    first: 0,
    date: Float64Array.of(Date.UTC(2024, 0, 2)),
  });
  expect(clock.seconds(start!)).toBe(Date.UTC(2024, 0, 2) / 1000);
  expect(clock.zone).toBe("");
});

test("a chart shows intraday bars in UTC if a local time occurs twice because clocks go back", () => {
  // 05:00 and 06:00 UTC on 2024-11-03 are both 01:00 in New York.
  const night = Float64Array.of(Date.UTC(2024, 10, 3, 5), Date.UTC(2024, 10, 3, 6));
  expect(displayClock("1h", "America/New_York", [night]).zone).toBe("UTC");
  expect(displayClock("1h", "America/New_York", [night.subarray(0, 1)]).zone).toBe("America/New_York");
  // Two symbols have one bar each, in different hours.
  const apart = [night.subarray(0, 1), night.subarray(1)];
  expect(displayClock("1h", "America/New_York", apart).zone).toBe("UTC");
});
