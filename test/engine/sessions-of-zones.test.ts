import { backtest, Bars, defineStrategy, type Interval, type Series } from "hindcast";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { summaryIn } from "../../src/metrics/presets/summary-in.ts";
import { instrument } from "../../src/market/instrument.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { dayOf } from "../support/hand-calendar.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const HOUR = 3_600_000;

/**
 * Hourly bars on weekdays of a zone, at the given hours of each day from a date on. Closes vary, and each bar opens at
 * the previous close.
 */
function hourly(zone: string, from: string, days: number, [first, last]: readonly [number, number]): Series {
  const clock = zoneOf(zone);
  const dates: number[] = [];
  for (let date = dayOf(from); dates.length < days; date++) if ((date + 3) % 7 < 5) dates.push(date);
  const time = dates.flatMap((date) =>
    Array.from({ length: last - first }, (_, i) => clock.toInstantOrAfter(date * DAY_MS + (first + i) * HOUR)),
  );
  const close = Float64Array.from(time, (_, i) => 100 + ((i * 7) % 11));
  const open = close.map((_, i) => close[Math.max(0, i - 1)]!);
  const high = close.map((value, i) => Math.max(value, open[i]!));
  const low = close.map((value, i) => Math.min(value, open[i]!));
  const bars = new Bars("1h" satisfies Interval, {
    time: Float64Array.from(time),
    open,
    high,
    low,
    close,
    volume: close,
  });
  return { instrument: instrument("X"), bars, zone };
}

const hold = defineStrategy({
  name: "hold",
  onBar: ({ bar, orders }) => {
    if (bar.index === 0) orders.buy({ quantity: 1 });
  },
});

test.each([
  ["Australia/Sydney", [10, 16]],
  ["America/New_York", [9, 20]],
  ["Europe/London", [8, 17]],
] as const)("ten days of %s without a calendar are ten sessions of the zone of the bars", (zone, hours) => {
  const series = hourly(zone, "2024-01-08", 10, hours);
  const result = backtest(hold, { series: [series], notes: [] }, { cash: 10_000, fillAt: "same-close" });
  expect(result.performance.returns).toHaveLength(10);
  expect(result.counts.sessions).toBe(10);
  expect(result.periodsPerYear).toBe(252);
  // Equity has one record a bar, at the bar's close.
  expect([...result.equity.time]).toEqual([...series.bars.time].map((start) => start + HOUR));
  expect(result.summary.exposure).toBe(1);
  // Each return is from one day's last close to the next day's last close. The position is bought at the first close.
  const each = hours[1] - hours[0];
  const equity = Array.from({ length: 10 }, (_, day) => 10_000 + series.bars.close[(day + 1) * each - 1]! - 100);
  expect([...result.performance.returns]).toEqual(
    equity.map((now, day) => (now - (equity[day - 1] ?? 10_000)) / (equity[day - 1] ?? 10_000)),
  );
});

test("a session is a UTC day if the bars have no zone", () => {
  const { zone: _, ...series } = hourly("Australia/Sydney", "2024-01-08", 10, [10, 16]);
  // Bars are from 23:00 of the previous day to 05:00, so five days of a week lie on six UTC dates.
  expect(backtest(hold, { series: [series], notes: [] }).counts.sessions).toBe(12);
});

test("exposure with the backtesting.py preset counts only bars, not a session close at midnight", () => {
  const series = hourly("America/New_York", "2024-01-08", 10, [9, 16]);
  const result = backtest(
    defineStrategy({
      name: "in-and-out",
      onBar: ({ bar, orders }) => {
        if (bar.index === 0) orders.buy({ quantity: 1 });
        if (bar.index === 68) orders.close();
      },
    }),
    { series: [series], notes: [] },
  );
  // The position is held from the second to the last of 70 bars.
  expect(summaryIn("backtesting.py", result.performance).exposure).toBe(69 / 70);
  expect(result.buyAndHold).toHaveLength(70);
  expect(result.summary.exposure).toBe(68 / 70);
});

test("interest booked at midnight counts in the next record, and interest of the last session in the last record", () => {
  const series = hourly("America/New_York", "2024-01-08", 3, [9, 16]);
  const idle = defineStrategy({ name: "idle", onBar: () => {} });
  const { equity, entries } = backtest(idle, { series: [series], notes: [] }, { cash: 10_000, creditRate: 0.365 });
  const interest = entries.filter(({ kind }) => kind === "interest").map(({ amount }) => amount);
  // Interest is a thousandth a day, from the first session to the second and from the second to the third.
  expect(interest).toEqual([10, 10.01]);
  expect([...equity.equity]).toEqual([...Array<number>(14).fill(10_000), ...Array<number>(6).fill(10_010), 10_020.01]);
  expect([...equity.cash]).toEqual([...equity.equity]);
});

property(
  [
    fc.constantFrom("Australia/Sydney", "America/New_York", "Asia/Tokyo", "Europe/London", "UTC"),
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 1, max: 24 }),
    fc.integer({ min: 1, max: 15 }),
    // First dates of months with and without a change of clocks.
    fc.constantFrom("2024-01-08", "2024-03-04", "2024-03-25", "2024-10-01", "2024-10-28"),
    fc.integer({ min: 0, max: 30 }),
  ],
  runs(150),
)(
  "a run has as many returns as its zone has days, and exposure equals the share of bars",
  (zone, first, length, days, from, entry) => {
    const series = hourly(zone, from, days, [first, Math.min(24, first + length)]);
    const buy = defineStrategy({
      name: "buy",
      onBar: ({ bar, orders }) => {
        if (bar.index === entry) orders.buy({ quantity: 1 });
      },
    });
    const { performance, counts, equity, summary } = backtest(buy, { series: [series], notes: [] });
    const bars = series.bars.length;
    expect(performance.returns.length).toBe(days);
    expect(counts.sessions).toBe(days);
    expect(equity.time.length).toBe(bars);
    expect(summary.exposure).toBe(Math.max(0, bars - entry - 1) / bars);
  },
);
