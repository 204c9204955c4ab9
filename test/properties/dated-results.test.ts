import * as fc from "fast-check";
import {
  backtest,
  Bars,
  calendarOf,
  defineStrategy,
  instrument,
  type Interval,
  type MarketData,
  resample,
  ta,
} from "hindcast";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { monthlyReturns } from "../../src/metrics/monthly-returns.ts";
import { equityCsv, tradesCsv } from "../../src/report/csv.ts";
import { resultJson } from "../../src/engine/result-json.ts";
import { reportPayload } from "../../src/report/payload.ts";
import { RUNS } from "../support/arbitrary-broad-run.ts";
import { sessionMinutes } from "../support/arbitrary-sessions.ts";
import { newYork } from "../support/hand-calendar.ts";
import { withColumns } from "../support/market.ts";
import { runs } from "../support/runs.ts";
import { unpacked } from "../report/unpacked.ts";
import { property } from "../support/property.ts";

const ZONES = ["UTC", "America/New_York", "Asia/Tokyo"] as const;
type ZoneName = (typeof ZONES)[number];
const CALENDARS: Readonly<Record<ZoneName, string>> = { UTC: "24/7", "America/New_York": "XNYS", "Asia/Tokyo": "XTKS" };

/** Strategy that buys at the first open, and optionally sells and buys again at every `turn`th close. */
const holder = (turn = Infinity) =>
  defineStrategy({
    name: "holder",
    indicators: ({ close }) => ({ mean: ta.sma(close, 3) }),
    onBar({ bar, position, orders }) {
      if (position.flat) orders.buy({ quantity: 1 });
      else if (bar.index % turn === 0) orders.close();
    },
  });

/** Columns of a CSV file, by their names. */
function columnsOf(file: Iterable<string>): Readonly<Record<string, readonly string[]>> {
  const [head, ...rows] = [...file]
    .join("")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return Object.fromEntries(head!.map((name, i) => [name, rows.map((row) => row[i]!)]));
}

/** Daily bars on an exchange's sessions, with some sessions left out and random closes. */
const arbitraryDays = fc.record({
  zone: fc.constantFrom(...ZONES),
  declared: fc.boolean(),
  interval: fc.constantFrom<Interval>("1d", "1wk", "1mo"),
  from: fc.integer({ min: Date.UTC(2007, 0, 1) / DAY_MS, max: Date.UTC(2023, 0, 1) / DAY_MS }),
  closes: fc.array(fc.integer({ min: 50, max: 200 }), { minLength: 130, maxLength: 200 }),
  skip: fc.integer({ min: 2, max: 40 }),
});

type Days = typeof arbitraryDays extends fc.Arbitrary<infer T> ? T : never;

function marketOf({ zone, declared, interval, from, closes, skip }: Days): MarketData {
  const calendar = calendarOf(CALENDARS[zone]);
  const dates = calendar.sessions(from, from + 900).date.filter((_, i) => i % skip !== 1);
  const time = Float64Array.from(closes, (_, i) => zoneOf(zone).toInstantOrAfter(dates[i]! * DAY_MS));
  const close = Float64Array.from(closes);
  const open = close.map((price, i) => close[i - 1] ?? price);
  const high = close.map((price, i) => Math.max(price, open[i]!));
  const low = close.map((price, i) => Math.min(price, open[i]!));
  const days = new Bars("1d", { time, open, high, low, close, volume: close.map(() => 1000) });
  const own = declared ? { calendar } : {};
  const bars = interval === "1d" ? days : resample(days, interval, declared ? { calendar } : { zone });
  return { series: [{ instrument: instrument("X"), bars, ...own }], notes: [] };
}

describe("CSV files of a run, joined with its input by date,", () => {
  property([arbitraryDays], runs(60))("have the same returns for every bar", (days) => {
    const data = marketOf(days);
    const { bars } = data.series[0]!;
    const result = backtest(holder(), data, { cash: 100_000 });
    // Dates as in a file that is read in the zone of the bars.
    const input = new Map(Array.from(bars.time, (time, i) => [zoneOf(days.zone).date(time), bars.close[i]!]));
    const { date, buyAndHold, equity } = columnsOf(equityCsv(result));
    expect(new Set(date).size).toBe(date!.length);
    // Equity also has records at sessions without a bar.
    const joined = date!.flatMap((day, i) => (input.has(day) ? [i] : []));
    expect(joined.map((i) => date![i])).toEqual([...input.keys()]);
    const closes = [...input.values()];
    const held = joined.map((i) => Number(buyAndHold![i]));
    const account = joined.map((i) => Number(equity![i]));
    for (let i = 1; i < closes.length; i++) expect(held[i]! / held[i - 1]!).toBeCloseTo(closes[i]! / closes[i - 1]!, 9);
    // One unit is bought at the second open, so equity changes by the change of the closes.
    for (let i = 2; i < closes.length; i++)
      expect(account[i]! - account[i - 1]!).toBeCloseTo(closes[i]! - closes[i - 1]!, 6);
    expect((resultJson(result).equity as { date: string[] }).date).toEqual(date);
    expect([result.firstDate, result.series[0]!.date.length]).toEqual([date![0], bars.length]);
  });

  property([arbitraryDays, fc.integer({ min: 2, max: 9 })], runs(40))(
    "have trades dated by the bars at whose opens they filled",
    (days, turn) => {
      const data = marketOf(days);
      const { bars } = data.series[0]!;
      const result = backtest(holder(turn), data);
      const input = new Map(Array.from(bars.time, (time, i) => [zoneOf(days.zone).date(time), bars.open[i]!]));
      const { entryDate, entryPrice, exitDate, exitPrice, open } = columnsOf(tradesCsv(result));
      const closed = (open ?? []).flatMap((still, i) => (still === "false" ? [i] : []));
      for (const i of closed) {
        expect(input.get(entryDate![i]!)).toBe(Number(entryPrice![i]));
        expect(input.get(exitDate![i]!)).toBe(Number(exitPrice![i]));
      }
      for (const { date, price } of result.fills) expect(input.get(date)).toBe(price);
    },
  );
});

property([arbitraryDays], runs(60))(
  "monthly returns of a run are those of months on the exchange's calendar",
  (days) => {
    const data = marketOf({ ...days, interval: "1d" });
    const { bars } = data.series[0]!;
    const { buyAndHold, equity } = backtest(holder(), data, { cash: 100_000, zone: days.zone });
    const months = new Map<string, number>();
    for (let i = 0; i < bars.length; i++) months.set(zoneOf(days.zone).date(bars.time[i]!).slice(0, 7), bars.close[i]!);
    const ends = [...months.values()];
    const rows = monthlyReturns({ ...equity, equity: buyAndHold }, 100_000);
    expect(rows.map(({ year, month }) => `${year}-${String(month).padStart(2, "0")}`)).toEqual([...months.keys()]);
    rows.forEach((row, i) => expect(row.return).toBeCloseTo(ends[i]! / (ends[i - 1] ?? bars.open[0]!) - 1, 9));
  },
);

property(
  [
    fc.constantFrom(...ZONES),
    fc.integer({ min: 0, max: 23 }),
    fc.array(fc.integer({ min: 50, max: 200 }), { minLength: 60, maxLength: 120 }),
  ],
  runs(40),
)(
  "monthly returns of hourly bars without a calendar use the series' zone, and a run that ends on 31 March has no April",
  (zone, hour, closes) => {
    const clock = zoneOf(zone);
    // Every eleventh hour, up to the given hour of 31 March 2024.
    const last = clock.toInstant(Date.UTC(2024, 2, 31, hour));
    const time = Float64Array.from(closes, (_, i) => last - (closes.length - 1 - i) * 11 * 3_600_000);
    const close = Float64Array.from(closes);
    const bars = new Bars("1h", { time, open: close, high: close, low: close, close, volume: close });
    const result = backtest(holder(), { series: [{ instrument: instrument("X"), bars, zone }], notes: [] });
    const months = new Map<string, number>();
    for (let i = 0; i < bars.length; i++) months.set(clock.date(time[i]!).slice(0, 7), closes[i]!);
    const ends = [...months.values()];
    const rows = monthlyReturns({ ...result.equity, equity: result.buyAndHold }, 100_000);
    expect(rows.map(({ year, month }) => `${year}-${String(month).padStart(2, "0")}`)).toEqual([...months.keys()]);
    expect(rows.at(-1)).toMatchObject({ year: 2024, month: 3 });
    rows.forEach((row, i) => expect(row.return).toBeCloseTo(ends[i]! / (ends[i - 1] ?? closes[0]!) - 1, 9));
    expect(Array.from(result.series[0]!.date, (date) => new Date(date).toISOString().slice(0, 10))).toEqual(
      Array.from(time, (start) => clock.date(start)),
    );
  },
);

property([arbitraryDays, fc.constantFrom(...ZONES), fc.constantFrom(...ZONES)], runs(40))(
  "daily bars of the same date are one session, whatever the zones of their symbols",
  (days, one, other) => {
    const { bars } = marketOf({ ...days, interval: "1d", declared: false }).series[0]!;
    const dates = Array.from(bars.time, (start) => zoneOf(days.zone).toLocal(start) / DAY_MS);
    const inZone = (symbol: string, zone: ZoneName) => {
      const time = Float64Array.from(dates, (date) => zoneOf(zone).toInstantOrAfter(Math.round(date) * DAY_MS));
      return { instrument: instrument(symbol), bars: new Bars("1d", withColumns(bars, { time }), zone), zone };
    };
    const held = (first: ZoneName, second: ZoneName) =>
      backtest(holder(), { series: [inZone("A", first), inZone("B", second)], notes: [] });
    const together = held(one, one);
    const apart = held(one, other);
    expect(apart.counts.sessions).toBe(together.counts.sessions);
    expect(Array.from(apart.equity.sessionDates)).toEqual(Array.from(together.equity.sessionDates));
    expect(apart.summary.volatility).toBe(together.summary.volatility);
  },
);

property(
  [arbitraryDays, fc.constantFrom("America/Los_Angeles", "UTC", "Asia/Tokyo", "Pacific/Auckland"), fc.nat(60)],
  runs(40),
)("dates of a range are those of the bars, whatever zone the run has", (days, zone, start) => {
  const data = marketOf({ ...days, interval: "1d" });
  const { bars } = data.series[0]!;
  const bear = Array.from(bars.time, (time) => zoneOf(days.zone).date(time));
  const [from, to] = [bear[start]!, bear[start + 60]!];
  // The same bars without a zone.
  const zoneless = { series: [{ instrument: instrument("X"), bars: withColumns(bars, {}) }], notes: [] };
  for (const market of [data, zoneless]) {
    const result = backtest(holder(), market, { from, to, zone });
    expect([result.firstDate, result.lastDate, result.counts.bars]).toEqual([from, to, 61]);
    expect(result.fills[0]).toMatchObject({ date: bear[start + 1], price: bars.open[start + 1] });
  }
});

/** Checks that columns of a result that belong to the same rows have equal length. */
function expectPaired(result: ReturnType<typeof backtest>): void {
  const { equity, buyAndHold, series, indicators, counts } = result;
  for (const column of [equity.date, equity.equity, equity.cash, buyAndHold])
    expect(column.length).toBe(equity.time.length);
  expect(equity.sessionDates.length).toBe(equity.sessions.length);
  expect(series.reduce((sum, { bars, first }) => sum + bars.length - first, 0)).toBe(counts.bars);
  for (const { symbol, values } of indicators)
    expect(values.length).toBe(series.find((one) => one.instrument.symbol === symbol)!.bars.length);
  const page = reportPayload(result);
  for (const { time, open, high, low, close, volume, indicators: lines } of page.symbols) {
    const columns = [
      open,
      high,
      low,
      close,
      ...(volume === null ? [] : [volume]),
      ...lines.map(({ values }) => values),
    ];
    for (const column of columns) expect(column.steps.length).toBe(time.steps.length);
  }
  const { time, ...curves } = page.curve;
  for (const column of [curves.equity, curves.buyAndHold, curves.drawdown, curves.buyAndHoldDrawdown])
    expect(column.steps.length).toBe(time.steps.length);
  const shown = unpacked(time);
  for (let i = 1; i < shown.length; i++) expect(shown[i]).toBeGreaterThan(shown[i - 1]!);
  const file = columnsOf(equityCsv(result));
  for (const column of Object.values(file)) expect(column.length).toBe(equity.time.length);
}

describe("columns of a result that belong to the same rows have equal length", () => {
  for (const { kind, parts, run } of RUNS) {
    property([parts], runs(30))(`in random runs ${kind}`, (given) => {
      const { result } = run(given);
      expectPaired(result);
      for (const { symbol, bar, time } of result.fills) {
        const { bars } = result.series.find((one) => one.instrument.symbol === symbol)!;
        expect(bars.time[bar]).toBeLessThanOrEqual(time);
        // A fill is never dated by a bar that ended before the fill.
        if (bar + 1 < bars.length) expect(time).toBeLessThanOrEqual(bars.time[bar + 1]!);
      }
    });
  }

  const RANGES = [
    {},
    { from: "2015-12-24" },
    { to: "2015-12-24" },
    { from: "2015-12-24T10:02", to: "2015-12-28T09:45" },
  ];
  property(
    [
      fc.array(sessionMinutes, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("regular", "extended" as const),
      fc.constantFrom<Interval>("5m", "15m", "60m"),
      fc.constantFrom(...RANGES),
      fc.constantFrom(-1, 0, 7),
    ],
    runs(60),
  )(
    "also with bars outside regular hours, and indicators align with their bars",
    (all, hours, interval, range, warmupBars) => {
      const series = all.map((bars, i) => ({
        instrument: instrument(["A", "B", "C"][i]!),
        bars: interval === "5m" ? bars : resample(bars, interval, { calendar: newYork }),
        calendar: newYork,
      }));
      const data = { series, notes: [] };
      const settings = { zone: "America/New_York", hours, warmupBars, ...range } as const;
      let result: ReturnType<typeof backtest>;
      try {
        result = backtest(holder(7), data, settings);
      } catch (error) {
        // The range is empty if too many bars are missing.
        expect((error as { code?: string }).code).toBe("DATE_RANGE_EMPTY");
        return;
      }
      expectPaired(result);
      const page = reportPayload(result);
      page.symbols.forEach(({ close, time, indicators: [mean] }, s) => {
        // In the data of the report page, a mean is that of the bar's close and the two closes before.
        const closes = unpacked(close);
        const means = unpacked(mean!.values);
        expect(closes.length).toBe(unpacked(time).length);
        for (let i = 2; i < closes.length; i++)
          expect(means[i]).toBeCloseTo((closes[i - 2]! + closes[i - 1]! + closes[i]!) / 3, 1);
        const { bars, first } = result.series[s]!;
        expect(closes.length).toBe(bars.length - first);
      });
    },
  );
});

test("a fill inside a daily bar has the date of that bar, and the following midnight as its time", () => {
  const bars = new Bars("1d", {
    time: Float64Array.of(Date.UTC(2024, 0, 30), Date.UTC(2024, 0, 31), Date.UTC(2024, 1, 1)),
    open: Float64Array.of(100, 100, 90),
    high: Float64Array.of(100, 100, 90),
    low: Float64Array.of(100, 80, 90),
    close: Float64Array.of(100, 90, 90),
    volume: Float64Array.of(1, 1, 1),
  });
  const stopped = defineStrategy({
    name: "stopped",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 1, stopLoss: 85 });
    },
  });
  const result = backtest(stopped, { series: [{ instrument: instrument("X"), bars }], notes: [] });
  expect(result.trades).toMatchObject([
    {
      entryDate: "2024-01-31",
      exitDate: "2024-01-31",
      exitTime: Date.UTC(2024, 1, 1),
      exitPrice: 85,
      entryBar: 1,
      exitBar: 1,
    },
  ]);
  expect(result.fills.map(({ date, bar }) => [date, bar])).toEqual([
    ["2024-01-31", 1],
    ["2024-01-31", 1],
  ]);
  expect((resultJson(result).orders as { submittedDate: string }[]).map(({ submittedDate }) => submittedDate)).toEqual([
    "2024-01-30",
    "2024-01-30",
  ]);
});

test("a fill in a closing auction that falls inside a bar has that bar, with its open as price", () => {
  // Hourly bars at half past, from 21:30 UTC on. Without a calendar the session ends at midnight, inside the third bar.
  const time = Float64Array.from({ length: 4 }, (_, i) => Date.UTC(2024, 0, 1, 21 + i, 30));
  const open = Float64Array.of(100, 101, 102, 103);
  const bars = new Bars("1h", { time, open, high: open, low: open, close: open, volume: open });
  const once = defineStrategy({
    name: "once",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 1, timeInForce: "cls" });
    },
  });
  const { fills } = backtest(once, { series: [{ instrument: instrument("X"), bars }], notes: [] });
  expect(fills.map(({ bar, date, price, time: at }) => [bar, date, price, at])).toEqual([
    [2, "2024-01-01", 102, Date.UTC(2024, 0, 2)],
  ]);
});

test("a night session of futures belongs to the date and month at which it closes", () => {
  // The Globex session of Thursday, 1 February 2024 opens on Wednesday at 17:00 in Chicago, which is 23:00 UTC.
  const time = Float64Array.from({ length: 6 }, (_, i) => Date.UTC(2024, 0, 31, 23 + i));
  const close = Float64Array.of(100, 101, 102, 103, 104, 105);
  const bars = new Bars("1h", { time, open: close, high: close, low: close, close, volume: close });
  const data = { series: [{ instrument: instrument("ES"), bars, calendar: calendarOf("CMES") }], notes: [] };
  const { equity, trades } = backtest(holder(), data);
  expect(new Set(equity.date)).toEqual(new Set([Date.UTC(2024, 1, 1)]));
  expect(monthlyReturns(equity, 100_000)).toMatchObject([{ year: 2024, month: 2 }]);
  expect(trades.map(({ entryDate }) => entryDate)).toEqual(["2024-02-01"]);
});
