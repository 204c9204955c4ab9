import * as fc from "fast-check";
import { backtest, Bars, calendarOf, defineStrategy, joinColumns, type MarketData, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import { barsFrom, FIRST_DAY, flatBars } from "../support/market.ts";
import { property } from "../support/property.ts";
import { runs } from "../support/runs.ts";

const DAY = 86_400_000;
const HOUR = DAY / 24;
const days = marketOf({ SPY: flatBars([100, 101, 102, 103, 104]) });
const at = (...list: readonly number[]) => list.map((day) => FIRST_DAY + (day - 1) * DAY);
const columnOf = (data: MarketData, name: string, place = 0) => [...(data.series[place]!.columns![name] ?? [])];

test("a value with a lag is visible at the first close at or after the time of its row plus the lag", () => {
  const mood = { time: at(1, 2, 4), columns: { mood: [10, 20, 40] } };
  // The bar of January 1 closes at the midnight that begins January 2.
  expect(columnOf(joinColumns(days, mood, { lag: 0 }), "mood")).toEqual([20, 20, 40, 40, 40]);
  expect(columnOf(joinColumns(days, mood, { lag: "1d" }), "mood")).toEqual([10, 20, 20, 40, 40]);
  expect(columnOf(joinColumns(days, mood, { lag: "1441m" }), "mood")).toEqual([NaN, 10, 20, 20, 40]);
  const { notes } = joinColumns(days, mood, { lag: "1d" });
  expect(notes).toEqual(["Joined to the bars: mood. A value is known 1d after the time of its row."]);
});

test("with knownAt, a bar has the latest row that is known, so that a late revision of an old row does not replace a newer row", () => {
  // The row of January 1 is revised on the 4th, after that of the 2nd became known.
  const table = { time: at(1, 2, 1), columns: { gdp: [1, 2, 1.5], published: at(2, 3, 4) } };
  const joined = joinColumns(days, table, { knownAt: "published" });
  expect(columnOf(joined, "gdp")).toEqual([1, 2, 2, 2, 2]);
  expect(Object.keys(joined.series[0]!.columns!)).toEqual(["gdp"]);
  expect(
    columnOf(joinColumns(days, { ...table, columns: { gdp: [1, 2, 1.5] } }, { knownAt: at(2, 5, 4) }), "gdp"),
  ).toEqual([1, 1, 1.5, 2, 2]);
  expect(columnOf(joinColumns(days, { time: at(1), columns: { a: [1] } }, { knownAt: [NaN] }), "a")).toEqual([
    NaN,
    NaN,
    NaN,
    NaN,
    NaN,
  ]);
});

test("each column keeps its last value while rows have none, and rows may have any order", () => {
  const table = { time: at(3, 1, 2), columns: { a: [NaN, 1, 2], b: [3, NaN, NaN] } };
  const joined = joinColumns(days, table, { lag: "1d" });
  expect(columnOf(joined, "a")).toEqual([1, 2, 2, 2, 2]);
  expect(columnOf(joined, "b")).toEqual([NaN, NaN, 3, 3, 3]);
});

test("tables with symbols join their own series; other series have no values, which a note says", () => {
  const market = marketOf({ SPY: flatBars([1, 2]), TLT: flatBars([1, 2]), GLD: flatBars([1, 2]) });
  const tables = [
    { symbol: "SPY", time: at(1), columns: { mood: [1] } },
    { symbol: "TLT", time: at(1), columns: { mood: [2] } },
    { symbol: "XXX", time: at(1), columns: { mood: [3] } },
  ];
  const joined = joinColumns(market, tables, { lag: "1d" });
  expect([0, 1, 2].map((place) => columnOf(joined, "mood", place))).toEqual([
    [1, 1],
    [2, 2],
    [NaN, NaN],
  ]);
  expect(joined.notes.at(-1)).toBe("The joined table has no rows of GLD.");
});

test("closes follow the calendar of the series", () => {
  const [one] = marketOf({
    SPY: new Bars("1d", barsFrom("1 1 1 1\n1 1 1 1\n1 1 1 1", "1d", FIRST_DAY + DAY + 5 * HOUR)),
  }).series;
  const market = { series: [{ ...one!, calendar: calendarOf("XNYS") }], notes: [] };
  // New York closes at 21:00 UTC.
  const table = { time: [FIRST_DAY + DAY + 21 * HOUR, FIRST_DAY + 2 * DAY + 21 * HOUR + 1], columns: { a: [1, 2] } };
  expect(columnOf(joinColumns(market, table, { lag: 0 }), "a")).toEqual([1, 1, 2]);
});

test("a join without a stated time of knowledge, with a taken name or with wrong lengths is refused", () => {
  const table = { time: at(1), columns: { mood: [1] } };
  const join = (more: object, options: object) => () => joinColumns(days, { ...table, ...more }, options);
  expect(join({}, {})).toThrow(/needs either lag, such as \{ lag: "1d" \}, or knownAt/);
  expect(join({}, { lag: 0, knownAt: at(1) })).toThrow(expect.objectContaining({ code: "SETTING_INVALID" }));
  expect(join({}, { lag: "1 day" })).toThrow('lag must be 0, or a number of s, m, h, d or wk, such as 1d, was "1 day"');
  expect(join({}, { knownAt: "published" })).toThrow('knownAt must be one of the columns mood, was "published"');
  expect(join({ columns: { mood: [1, 2] } }, { lag: 0 })).toThrow(
    "mood of a joined table must be as long as its time, 1, was 2",
  );
  expect(join({ symbol: "XXX" }, { lag: 0 })).toThrow('symbol must be one of SPY, was "XXX"');
  expect(join({ columns: {} }, { lag: 0 })).toThrow(/at least one column/);
  const joined = joinColumns(days, table, { lag: 0 });
  expect(() => joinColumns(joined, table, { lag: 0 })).toThrow(
    'SPY has a column "mood" already; give the joined column another name',
  );
});

describe("what a run reads of a joined table", () => {
  const row = fc.record({
    hour: fc.integer({ min: -24, max: 24 * 12 }),
    late: fc.integer({ min: 0, max: 60 }),
    value: fc.nat(9),
  });
  const reader = defineStrategy({
    name: "reader",
    indicators: ({ column, bars }) => ({ twice: column("x").add(column("x")), week: bars("1wk").column("x") }),
    onBar: ({ ind, column, log }) =>
      log(`${column("x").value} ${column("x").ago(1)} ${ind.twice.value} ${ind.week.value}`),
  });
  const market = marketOf({ SPY: flatBars([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) });

  property([fc.array(row, { maxLength: 30 }), fc.array(row, { maxLength: 10 }), fc.nat(10), fc.boolean()], runs(200))(
    "does not depend on rows that are not known yet",
    (rows, others, day, stated) => {
      const now = FIRST_DAY + day * DAY;
      const lag = 30;
      const knownOf = ({ hour, late }: (typeof rows)[number]) => FIRST_DAY + (hour + (stated ? late : lag)) * HOUR;
      const readings = (list: typeof rows) => {
        const table = {
          time: list.map(({ hour }) => FIRST_DAY + hour * HOUR),
          columns: { x: list.map(({ value }) => (value === 0 ? NaN : value)) },
        };
        const options = stated ? { knownAt: list.map(knownOf) } : { lag: `${lag}h` };
        const { log } = backtest(reader, joinColumns(market, table, options));
        return log.filter(({ time }) => time <= now);
      };
      const unknown = (one: (typeof rows)[number]) => knownOf(one) > now;
      const changed = [
        ...others.filter(unknown),
        ...rows.flatMap((one) => (unknown(one) ? (one.value % 2 === 0 ? [] : [{ ...one, value: 77 }]) : [one])),
      ];
      expect(readings(changed)).toEqual(readings(rows));
    },
  );
});
