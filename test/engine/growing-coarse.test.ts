import * as fc from "fast-check";
import { Bars, type Calendar, calendarOf, type Interval, resample } from "hindcast";
import { expect, test } from "vitest";
import { coarseSeries } from "../../src/engine/graph/coarse-series.ts";
import { GrowingCoarse } from "../../src/engine/graph/growing-coarse.ts";
import { PreparedRun } from "../../src/engine/prepared-run.ts";
import { resolveSettings } from "../../src/engine/run-settings.ts";
import type { GraphSeries } from "../../src/engine/graph-inputs.ts";
import { instrument } from "../../src/market/instrument.ts";
import type { Series } from "../../src/market/market-data.ts";
import type { Column } from "../../src/primitives/column.ts";
import { appendAll, growingColumn } from "../../src/primitives/growing-column.ts";
import { expectSame } from "../support/expect-same.ts";
import { property } from "../support/property.ts";
import { barsAt, barsFromTo, dailyBars, joined } from "../support/timed-bars.ts";

const NEW_YORK = "America/New_York";
const FIELDS = ["open", "high", "low", "close", "volume"] as const;

/** Daily bars around the week of 10 September 2001, which ended early without being scheduled to. */
const DAYS = dailyBars(
  NEW_YORK,
  ["08-30", "08-31", "09-04", "09-05", "09-06", "09-07", "09-10", "09-17", "09-18", "09-28", "10-01"].map(
    (date) => `2001-${date}`,
  ),
);
/** Five-minute bars of two sessions, of which the first has an early close. */
const MINUTES = joined(
  barsFromTo("5m", 5, NEW_YORK, "2023-11-24T09:30", "2023-11-24T12:55"),
  barsFromTo("5m", 5, NEW_YORK, "2023-11-27T09:30", "2023-11-27T15:55"),
);

/** Bars of 15 seconds of the last minutes of the first session and the first minutes of the second. */
const SECONDS = joined(
  barsFromTo("15s", 0.25, NEW_YORK, "2023-11-24T12:40", "2023-11-24T13:00"),
  barsFromTo("15s", 0.25, NEW_YORK, "2023-11-27T09:30", "2023-11-27T09:50"),
);

test.each<[Bars, Interval]>([
  [DAYS, "1wk"],
  [DAYS, "5d"],
  [DAYS, "1mo"],
  [DAYS, "3mo"],
  [DAYS, "1d"],
  [MINUTES, "15m"],
  [MINUTES, "1h"],
  [MINUTES, "4h"],
  [MINUTES, "1d"],
  [MINUTES, "1wk"],
  [MINUTES, "10m"],
  [MINUTES, "65m"],
  [MINUTES, "195m"],
  [SECONDS, "45s"],
  [SECONDS, "13m"],
])("bars added one by one are resampled like the whole column, at the same moments: case %# to %s", (all, interval) => {
  joinsAlike(all, interval, seriesOf, fc.subarray(places(all), { minLength: 1 }));
});

/** Dates around the change of clocks in spring 2008. */
const SPRING = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2008, 1, 20 + i)).toISOString().slice(0, 10));
const FALL = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2008, 8, 10 + i)).toISOString().slice(0, 10));

test.each<[string, string | undefined, Interval]>(
  [NEW_YORK, "Europe/London", "Pacific/Auckland", "America/Sao_Paulo"].flatMap((zone) =>
    (["1wk", "1mo"] as const).flatMap((interval) => [
      [zone, zone, interval],
      [zone, undefined, interval],
    ]),
  ) as [string, string | undefined, Interval][],
)(
  "daily bars of %s in zone %s, added one by one, are resampled to %s like the whole column",
  (midnights, zone, interval) => {
    for (const dates of [SPRING, FALL]) {
      const days = dailyBars(midnights, dates);
      joinsAlike(days, interval, (bars) => ofOwnDays(bars, zone), fc.constant(places(days)));
    }
  },
);

function places({ time }: Bars): number[] {
  return Array.from(time, (_, i) => i);
}

function joinsAlike(
  all: Bars,
  interval: Interval,
  of: (bars: Bars) => GraphSeries,
  some: fc.Arbitrary<readonly number[]>,
): void {
  fc.assert(
    fc.property(some, fc.nat(all.length), (kept, history) => {
      const bars = chosen(all, kept);
      const whole = of(bars);
      const coarse = coarseSeries(whole, interval);
      const source = growing(whole);
      const grown = new GrowingCoarse(source, interval, bars.length);
      for (let i = 0; i < bars.length; i++) {
        // Some bars exist before the first result is read.
        if (i === 0) add(source, whole, 0, Math.max(1, Math.min(history, bars.length)));
        else if (i >= history) add(source, whole, i, i + 1);
        const now = whole.schedule.closeTime[i]!;
        grown.update(now);
        const known = coarse.schedule.closeTime.filter((close) => close <= now).length;
        const { bars: own, schedule, inputs } = grown.series;
        const complete = schedule.closeTime.filter((close) => close <= now);
        expectSame(
          { complete, ...firstOf(known, own.time, inputs.fields) },
          {
            complete: coarse.schedule.closeTime.slice(0, known),
            ...firstOf(known, coarse.bars.time, coarse.inputs.fields),
          },
        );
      }
    }),
    { numRuns: 15 },
  );
}

/** Copies of the first `count` values of some columns. */
function firstOf(count: number, time: Column, fields: GraphSeries["inputs"]["fields"]): Record<string, Column> {
  const first: Record<string, Column> = { time: time.slice(0, count) };
  for (const field of FIELDS) first[field] = fields[field].slice(0, count);
  return first;
}

const HOUR = 3_600_000;

/** Calendars, with the start of a few days that have an early close, a break or a weekend. */
const markets = fc.constantFrom<readonly [string | undefined, string]>(
  ["XNYS", "2023-11-22T14:30Z"],
  ["XNYS", "2023-11-22T09:00Z"],
  ["XTKS", "2024-01-04T00:00Z"],
  ["FX", "2024-01-04T12:00Z"],
  ["CMES", "2024-01-04T12:00Z"],
  ["24/7", "2024-01-04T12:00Z"],
  [undefined, "2024-01-04T12:00Z"],
);
const lengths = fc.constantFrom<readonly [Interval, number, readonly Interval[]]>(
  ["60m", 60, ["2h", "4h", "1d", "1wk"]],
  ["45m", 45, ["90m", "1d"]],
  ["15m", 15, ["30m", "1h", "1d"]],
  ["15s", 0.25, ["1m", "30m"]],
  ["7m", 7, ["1d"]],
);
/** Steps between bars, in lengths of a bar: mostly regular, with gaps and bars that come early or late. */
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(1) },
    { weight: 2, arbitrary: fc.integer({ min: 2, max: 5 }) },
    { weight: 1, arbitrary: fc.double({ min: 0.2, max: 30, noNaN: true }) },
  ),
  { minLength: 2, maxLength: 60 },
);

property([markets, lengths, fc.integer({ min: 0, max: 59 }), steps, fc.nat()], { numRuns: 150 })(
  "bars that begin at any minute are resampled bar by bar as at once, and no longer bar is complete before its last bar",
  ([name, first], [interval, minutes, coarses], offset, gaps, chosenCoarse) => {
    const calendar = name === undefined ? undefined : calendarOf(name);
    // Before the open no bar overlaps another: whether a bar holds the open depends on whether the next one cuts it short.
    const least = first.endsWith("T09:00Z") ? 1 : 0;
    let at = Date.parse(first) + offset * 60_000;
    const times = [at, ...gaps.map((gap) => (at += Math.round(Math.max(gap, least) * minutes * 60) * 1000))].filter(
      (time) => calendar === undefined || isTraded(calendar, time),
    );
    fc.pre(times.length > 1);
    const bars = chosen(barsAt(interval, times), [...times.keys()]);
    const coarse = coarses[chosenCoarse % coarses.length]!;
    const of = (some: Bars) => prepared({ bars: some, calendar });
    const whole = of(bars);
    const { closeTime } = whole.schedule;
    const joinedAll = coarseSeries(whole, coarse);
    const source = growing(whole);
    const grown = new GrowingCoarse(source, coarse, bars.length + 1);
    const ends = [...closeTime].flatMap((end) => [end, end + minutes * 20_000, Math.ceil(end / HOUR) * HOUR]);
    const moments = [...new Set([...ends, ...joinedAll.schedule.closeTime])].toSorted((a, b) => a - b);
    let added = 0;
    for (const now of moments) {
      const closed = closeTime.filter((end) => end <= now).length;
      if (closed === 0) continue;
      add(source, whole, added, closed);
      added = closed;
      grown.update(now);
      const known = (end: Column) => end.filter((one) => one <= now);
      const { bars: own, schedule, inputs } = grown.series;
      const ended = known(joinedAll.schedule.closeTime);
      const expected = firstOf(ended.length, joinedAll.bars.time, joinedAll.inputs.fields);
      expectSame(
        { ended: known(schedule.closeTime), ...firstOf(ended.length, own.time, inputs.fields) },
        {
          ended,
          ...expected,
        },
      );
      // The bars that have closed determine what is known, whatever comes later.
      const cut = resample(bars.slice(0, closed), coarse, {
        calendar,
        upTo: now,
        hours: whole.schedule.extended === undefined ? "regular" : "extended",
        closes: closeTime.subarray(0, closed),
      });
      expectSame({ ...firstOf(cut.length, cut.time, cut) }, expected);
    }
    // Counted by hand: volumes of complete longer bars are those of bars that have closed.
    const { time, volume } = joinedAll.bars;
    for (let at = 0, bar = 0; at < time.length; at++) {
      let sum = 0;
      for (; bar < bars.length && sum < volume[at]!; bar++) {
        sum += bars.volume[bar]!;
        expect(closeTime[bar]).toBeLessThanOrEqual(joinedAll.schedule.closeTime[at]!);
      }
      expect(sum).toBe(volume[at]);
      if (at > 0) expect(time[at]).toBeGreaterThan(time[at - 1]!);
    }
  },
);

/** Whether a time is in a session with its extended hours, and in no break. */
function isTraded(calendar: Calendar, time: number): boolean {
  const session = [calendar.lastSession(time), calendar.nextSession(time)].find(
    (one) => one !== undefined && time >= one.preOpen && time < one.postClose,
  );
  return session !== undefined && !session.breaks.some(([from, to]) => time >= from && time < to);
}

test("resampling to a shorter interval throws, even before the first bar", () => {
  expect(() => new GrowingCoarse(growing(seriesOf(DAYS)), "1h", 9)).toThrow(
    expect.objectContaining({ code: "INTERVAL_UNAVAILABLE" }),
  );
});

function chosen({ interval, time, volume }: Bars, kept: readonly number[]): Bars {
  const column = (value: (i: number) => number) => Float64Array.from(kept, value);
  const close = column((i) => 100 + ((i * 37) % 11));
  return new Bars(interval, {
    time: column((i) => time[i]!),
    open: close.map((value) => value - 1),
    high: close.map((value, at) => value + (at % 3)),
    low: close.map((value) => value - 2),
    close,
    volume: column((i) => volume[i]! + i),
  });
}

function seriesOf(bars: Bars): GraphSeries {
  return prepared({ bars, calendar: calendarOf("XNYS") });
}

function ofOwnDays(bars: Bars, zone: string | undefined): GraphSeries {
  return prepared({ bars, zone });
}

function prepared(series: Omit<Series, "instrument">): GraphSeries {
  const data = { series: [{ instrument: instrument("ACME"), ...series }], notes: [] };
  return new PreparedRun(data, undefined, resolveSettings({ warmupBars: -1, hours: "extended" })).series[0]!;
}

/** Copy of a series without bars, to which a test adds them later. */
function growing(whole: GraphSeries): GraphSeries {
  const column = () => growingColumn(1000);
  const fields = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  const bars = new Bars(whole.bars.interval, { ...fields, time: column() });
  return { ...whole, bars, inputs: { fields: bars, factors: undefined } };
}

function add({ bars }: GraphSeries, { bars: from }: GraphSeries, start: number, end: number): void {
  appendAll(bars.time, from.time.subarray(start, end));
  for (const field of FIELDS) appendAll(bars[field], from[field].subarray(start, end));
}
