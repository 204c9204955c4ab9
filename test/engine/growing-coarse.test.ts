import * as fc from "fast-check";
import { Bars, calendarOf, type Interval } from "hindcast";
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
import { barsFromTo, dailyBars, joined } from "../support/timed-bars.ts";

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
  return new PreparedRun(data, undefined, resolveSettings({ warmupBars: -1 })).series[0]!;
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
