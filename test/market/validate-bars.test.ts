import {
  adjust,
  adjustedClose,
  align,
  anchorOf,
  backtest,
  Bars,
  BarsBuilder,
  calendarOf,
  defineStrategy,
  forwardFactors,
  instrument,
  type Interval,
  resample,
  type Series,
} from "hindcast";
import { describe, expect, test } from "vitest";
import type { BarColumns } from "../../src/market/validate-bars.ts";
import { barProblems, checkBars } from "../../src/market/validate-bars.ts";
import { DAY_MS } from "../../src/time/interval.ts";

type Row = readonly [time: number, open: number, high: number, low: number, close: number, volume: number];

const start = Date.UTC(2020, 0, 2);
const good: readonly Row[] = Array.from({ length: 8 }, (_, i) => [start + i * DAY_MS, 100, 102, 99, 101, 5000]);

function columnsOf(rows: readonly Row[]): BarColumns {
  const column = (c: number): Float64Array => Float64Array.from(rows, (row) => row[c]!);
  return { time: column(0), open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5) };
}

/** Eight bars, of which all but the third are valid; replaces the given cells of the third. */
function withThird(...cells: readonly (readonly [column: number, value: number])[]): BarColumns {
  const third = [...good[2]!] as [number, number, number, number, number, number];
  for (const [column, value] of cells) third[column] = value;
  return columnsOf(good.with(2, third));
}

test("barProblems finds no problem in valid bars or in bars without rows", () => {
  expect(barProblems(columnsOf(good))).toEqual([]);
  expect(barProblems(columnsOf([]))).toEqual([]);
  expect(() => checkBars(columnsOf(good))).not.toThrow();
});

test("barProblems accepts equal open, high, low and close, a volume of 0, and prices of 0 or below", () => {
  const flat: Row = [start, 7, 7, 7, 7, 0];
  const oil: Row = [start + DAY_MS, 17.73, 17.85, -40.32, -37.63, 247_947]; // WTI crude oil of May 2020, which settled below zero on 20 April 2020
  const nothing: Row = [start + 2 * DAY_MS, 0, 0, 0, 0, 1];
  expect(barProblems(columnsOf([flat, oil, nothing]))).toEqual([]);
});

describe("barProblems", () => {
  test.each([
    [
      "unsorted",
      withThird([0, start - DAY_MS]),
      "time must be after that of the previous bar, 2020-01-03T00:00:00.000Z, was 2020-01-01T00:00:00.000Z",
      { time: start - DAY_MS, before: start + DAY_MS },
    ],
    [
      "duplicate_time",
      withThird([0, start + DAY_MS]),
      "time must differ from that of the previous bar, was 2020-01-03T00:00:00.000Z again",
      { time: start + DAY_MS },
    ],
    ["low_above_high", withThird([3, 103]), "low must not be above high, was 103 above 102", { low: 103, high: 102 }],
    [
      "open_outside",
      withThird([1, 98.5]),
      "open must be between low and high, 99 to 102, was 98.5",
      { open: 98.5, low: 99, high: 102 },
    ],
    [
      "open_outside",
      withThird([1, 102.25]),
      "open must be between low and high, 99 to 102, was 102.25",
      { open: 102.25, low: 99, high: 102 },
    ],
    [
      "close_outside",
      withThird([4, 98]),
      "close must be between low and high, 99 to 102, was 98",
      { close: 98, low: 99, high: 102 },
    ],
    [
      "close_outside",
      withThird([4, 103]),
      "close must be between low and high, 99 to 102, was 103",
      { close: 103, low: 99, high: 102 },
    ],
    ["negative_volume", withThird([5, -1]), "volume must not be negative, was -1", { volume: -1 }],
    ["not_a_number", withThird([0, NaN]), "time must be a finite number, was NaN", { time: NaN }],
    ["not_a_number", withThird([1, NaN]), "open must be a finite number, was NaN", { open: NaN }],
    ["not_a_number", withThird([2, NaN]), "high must be a finite number, was NaN", { high: NaN }],
    ["not_a_number", withThird([2, Infinity]), "high must be a finite number, was Infinity", { high: Infinity }],
    ["not_a_number", withThird([3, -Infinity]), "low must be a finite number, was -Infinity", { low: -Infinity }],
    ["not_a_number", withThird([4, NaN]), "close must be a finite number, was NaN", { close: NaN }],
    ["not_a_number", withThird([5, NaN]), "volume must be a finite number, was NaN", { volume: NaN }],
    ["not_a_number", withThird([5, Infinity]), "volume must be a finite number, was Infinity", { volume: Infinity }],
  ] as const)(
    "reports an invalid bar with its row, message, values and the reason %s (case %#)",
    (reason, columns, message, values) => {
      expect(barProblems(columns)).toEqual([{ row: 2, reason, message, values }]);
      expect(() => checkBars(columns)).toThrow(
        expect.objectContaining({
          code: "BARS_INVALID",
          message: `bar 2: ${message}`,
          details: { row: 2, reason, values, count: 1 },
        }),
      );
    },
  );

  test("reports an adjusted close that is not a number", () => {
    const adjClose = Float64Array.from(good, () => 50);
    expect(barProblems({ ...columnsOf(good), adjClose })).toEqual([]);
    adjClose[7] = NaN;
    expect(barProblems({ ...columnsOf(good), adjClose })).toMatchObject([{ row: 7, values: { adjClose: NaN } }]);
  });

  test("reports problems of the first and of the last bar", () => {
    expect(barProblems(columnsOf(good.with(0, [NaN, 1, 1, 1, 1, 1])))).toMatchObject([{ row: 0 }]);
    expect(barProblems(columnsOf(good.with(7, [start, 1, 1, 1, 1, 1])))).toMatchObject([
      { row: 7, reason: "unsorted" },
    ]);
  });
});

test("barProblems reports all problems of all bars, or as many as its limit allows", () => {
  const columns = columnsOf(good.with(1, [start, 50, 102, 99, 150, -5]).with(4, [start + 4 * DAY_MS, 1, 1, 2, 1, 1]));
  expect(barProblems(columns).map(({ row, reason }) => `${row} ${reason}`)).toEqual([
    "1 duplicate_time",
    "1 open_outside",
    "1 close_outside",
    "1 negative_volume",
    "4 low_above_high",
  ]);
  expect(barProblems(columns, 2)).toHaveLength(2);
  expect(() => checkBars(columns)).toThrow(
    "bar 1: time must differ from that of the previous bar, was 2020-01-02T00:00:00.000Z again; 4 more problems follow",
  );
});

const lineOf = (row: number) => ({ text: `prices.csv, line ${row + 2}`, details: { line: row + 2 } });

test("checkBars names an invalid row by its line number in the file, if a function for that is given", () => {
  expect(() => checkBars(withThird([5, -1]), lineOf)).toThrow(
    expect.objectContaining({
      message: "prices.csv, line 4: volume must not be negative, was -1",
      details: { line: 4, row: 2, reason: "negative_volume", values: { volume: -1 }, count: 1 },
    }),
  );
});

test("columns of bars throw if their lengths differ", () => {
  const columns = { ...columnsOf(good), low: new Float64Array(7) };
  const make = (given: BarColumns) => new Bars("1d", given);
  for (const check of [barProblems, checkBars, make]) {
    expect(() => check(columns)).toThrow(
      expect.objectContaining({
        code: "BARS_INVALID",
        message: "low must be as long as time, 8 bars, was 7",
        details: { column: "low", bars: 8, length: 7 },
      }),
    );
  }
});

describe("functions that take bars", () => {
  const split = { symbol: "A", kind: "split", exDate: 18_265, ratio: 2, cash: 0, currency: "USD" } as const;
  const of = (time: readonly number[], interval: Interval = "1d") => {
    const one = () => Float64Array.from(time, () => 1);
    const prices = { open: one(), high: one(), low: one(), close: one(), volume: one() };
    return new Bars(interval, { time: Float64Array.from(time), ...prices });
  };
  const sound = of([start, start + DAY_MS, start + 2 * DAY_MS]);
  const idle = defineStrategy({ name: "idle" });
  const run = (more: Partial<Series>) =>
    backtest(idle, { series: [{ instrument: instrument("A"), bars: of([...sound.time]), ...more }], notes: [] });
  const calendar = calendarOf("24/7");

  const doors: Readonly<Record<string, (time: readonly number[]) => unknown>> = {
    resample: (time) => resample(of(time), "1wk"),
    "resample by a calendar": (time) => resample(of(time), "1wk", { calendar }),
    "resample of minutes": (time) => resample(of(time, "1m"), "1h"),
    "resample of minutes by a calendar": (time) => resample(of(time, "1m"), "1h", { calendar }),
    "resample after earlier bars": (time) => resample(sound, "1wk", { earlier: Float64Array.from(time) }),
    "anchorOf sessions": (time) => anchorOf(of(time), "session"),
    "anchorOf weeks": (time) => anchorOf(of(time), "week"),
    "anchorOf months by a calendar": (time) => anchorOf(of(time, "1m"), "month", calendar),
    align: (time) => align([{ bars: sound }, { bars: of(time) }]),
    adjust: (time) => adjust(of(time), [split], 20_000),
    adjustedClose: (time) => adjustedClose(of(time), [split], 20_000),
    forwardFactors: (time) => forwardFactors(of(time), [split]),
    BarsBuilder: (time) => {
      const builder = new BarsBuilder("1d");
      for (const each of time) builder.append(each, 1, 1, 1, 1, 1);
      return builder.build();
    },
    "a backtest": (time) => run({ bars: of(time) }),
    "finer bars of a backtest": (time) => run({ finer: of(time, "1m") }),
    "reference of a backtest": (time) => run({ reference: of(time) }),
    "sessions of a backtest": (time) => run({ sessions: { open: Float64Array.from(time), close: sound.time } }),
    "quotes of a backtest": (time) => {
      const quotes = { time: Float64Array.from(time), bid: sound.close, ask: sound.close };
      return run({ quotes: { ...quotes, sessionOpen: sound.time, sessionClose: sound.time } });
    },
  };

  const times: readonly (readonly [row: number, message: string, time: readonly number[]])[] = [
    [0, "time must be a finite number, was NaN", [NaN, start, start + DAY_MS]],
    [1, "time must be a finite number, was NaN", [start, NaN, start + DAY_MS]],
    [2, "time must be a finite number, was Infinity", [start, start + DAY_MS, Infinity]],
    [0, "time must be a finite number, was -Infinity", [-Infinity, start, start + DAY_MS]],
    [
      2,
      "time must be within the range of dates, in milliseconds since 1970, was 100000000000000000",
      [start, start + DAY_MS, 1e17],
    ],
    [
      1,
      "time must be after that of the previous bar, 2020-01-03T00:00:00.000Z, was 2020-01-02T00:00:00.000Z",
      [start + DAY_MS, start, start + 2 * DAY_MS],
    ],
    [
      1,
      "time must differ from that of the previous bar, was 2020-01-02T00:00:00.000Z again",
      [start, start, start + DAY_MS],
    ],
  ];

  test.each(Object.keys(doors))("throw an error with the index of the bar if its time is invalid: %s", (name) => {
    for (const [row, message, time] of times)
      expect(() => doors[name]!(time), message).toThrow(
        expect.objectContaining({
          code: "BARS_INVALID",
          message: expect.stringMatching(new RegExp(`${row}( of A)?: ${message.replaceAll(".", String.raw`\.`)}`)),
        }),
      );
  });

  test("accept bars with valid times", () => {
    for (const name of Object.keys(doors))
      if (!name.startsWith("quotes")) expect(() => doors[name]!([...sound.time]), name).not.toThrow();
  });

  test("throw, like resample, if upTo is not a number", () => {
    expect(() => resample(sound, "1wk", { upTo: NaN })).toThrow("upTo must be epoch milliseconds, was NaN");
  });
});
