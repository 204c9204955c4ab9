import * as fc from "fast-check";
import { Table, tableFromArrays, TimestampMillisecond, Float64, Int64, vectorFromArray } from "apache-arrow";
import { backtest, defineStrategy, instrument, marketOf } from "hindcast";
import { readBars } from "hindcast/data";
import {
  barsFromDataFrame,
  columnsFromDataFrame,
  resultToDataFrames,
  seriesFromDataFrame,
  toDataFrame,
  toParquet,
  type FrameInput,
} from "hindcast/dataframe";
import { sma } from "hindcast/indicators";
import { describe, expect, test } from "vitest";
import { arbitraryBars } from "../support/arbitrary-bars.ts";
import { barsFrom } from "../support/market.ts";
import { property } from "../support/property.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

const bars = barsFrom(`
  10 12  9 11 100
  11 13 10 12 200
  12 14 11 13   0
`);
const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 2);

/** Ways in which data frames of different libraries return their columns. */
const ANSWERS: Readonly<Record<string, (columns: FrameInput) => object>> = {
  "a record of columns": (columns) => columns,
  // In nodejs-polars a column can be iterated, but is not an array.
  "columns and getColumn, like nodejs-polars": (columns) => ({
    columns: Object.keys(columns),
    getColumn: (name: string) => ({ [Symbol.iterator]: () => columns[name]!.values() }),
  }),
  "getColumnNames and getSeries, like data-forge": (columns) => ({
    getColumnNames: () => Object.keys(columns),
    getSeries: (name: string) => ({ [Symbol.iterator]: () => columns[name]!.values() }),
  }),
  "columnNames and array, like arquero": (columns) => ({
    columnNames: () => Object.keys(columns),
    array: (name: string) => columns[name],
  }),
  "columns and column, like danfo.js": (columns) => ({
    columns: Object.keys(columns),
    shape: [Object.values(columns)[0]?.length ?? 0, Object.keys(columns).length],
    column: (name: string) => ({ values: Array.from(columns[name]!) }),
  }),
};

describe.each(Object.entries(ANSWERS))("a data frame read by %s", (_, maker) => {
  property([arbitraryBars], { numRuns: 25 })("stores bars and returns them bit for bit", async (given) => {
    expect(barsFromDataFrame(await toDataFrame(given, {}, maker), { interval: given.interval })).toEqual(given);
  });

  property([arbitraryBars], { numRuns: 25 })("stores a series with own columns and returns it", async (given) => {
    fc.pre(given.length > 0);
    const columns = { mood: given.close.map((close, row) => (row % 3 === 1 ? NaN : -close)), "net flow": given.volume };
    const series = seriesFromDataFrame(await toDataFrame({ bars: given, columns }, {}, maker), {
      symbol: "SPY",
      interval: given.interval,
    });
    expect(series).toEqual({ instrument: instrument("SPY"), bars: given, columns });
  });

  test("returns the columns that are requested by name", async () => {
    const average = sma(bars, 2);
    expect(columnsFromDataFrame(await toDataFrame(bars, { average }, maker), ["average"])).toEqual({ average });
  });
});

test("a series keeps columns of numbers of a data frame, and no others", () => {
  const price = Float64Array.of(10, 11);
  const frame = {
    time: [START, START + DAY],
    open: price,
    high: price,
    low: price,
    close: price,
    mood: [1, null],
    trades: [5n, 6n],
    venue: ["N", "N"],
    live: [true, false],
    empty: [null, undefined],
  };
  const series = seriesFromDataFrame(frame, { symbol: "SPY", interval: "1d" });
  expect(series.columns).toEqual({ mood: Float64Array.of(1, NaN), trades: Float64Array.of(5, 6) });
  const reader = defineStrategy({ name: "reader", onBar: ({ column, log }) => log(`${column("mood").value}`) });
  expect(backtest(reader, { series: [series], notes: [] }).log.map(({ message }) => message)).toEqual(["1", "NaN"]);
  expect(() => seriesFromDataFrame(frame, { symbol: "", interval: "1d" })).toThrow("symbol must be a text such as SPY");
});

test("a series as a data frame must not have an own column with the name of a part of a bar", async () => {
  const taken = toDataFrame({ bars, columns: { open: bars.close } }, {}, (columns) => columns);
  await expect(taken).rejects.toThrow('a column must be given once (rename one of them), was "open"');
});

test("a series written as Parquet is read back with its own columns", async () => {
  const mood = Float64Array.of(1, NaN, 3);
  const file = files.write("series.parquet", await toParquet({ bars, columns: { mood } }));
  const { series } = await readBars(file);
  expect(series[0]!.bars.close).toEqual(bars.close);
  expect(series[0]!.columns).toEqual({ mood });
});

describe("a table of Apache Arrow", () => {
  const arrow = (columns: FrameInput) => tableFromArrays(columns as Record<string, Float64Array>);

  property([arbitraryBars], { numRuns: 25 })("stores bars and returns them bit for bit", async (given) => {
    const table = await toDataFrame(given, {}, arrow);
    expect(table).toBeInstanceOf(Table);
    expect(barsFromDataFrame(table, { interval: given.interval })).toEqual(given);
  });

  test("may have timestamps, 64-bit volumes, and null for missing values", () => {
    const price = () => vectorFromArray([10, 11], new Float64());
    const table = new Table({
      time: vectorFromArray([new Date(START), new Date(START + DAY)], new TimestampMillisecond()),
      open: price(),
      high: price(),
      low: price(),
      close: price(),
      volume: vectorFromArray([5n, 6n], new Int64()),
      extra: vectorFromArray([1.5, null], new Float64()),
    });
    const read = barsFromDataFrame(table, { interval: "1d" });
    expect([...read.time]).toEqual([START, START + DAY]);
    expect([...read.volume]).toEqual([5, 6]);
    expect([...columnsFromDataFrame(table, ["extra"]).extra]).toEqual([1.5, NaN]);
  });

  test("can store the equity and the trades of a run", async () => {
    const buyer = defineStrategy({
      name: "buyer",
      onBar({ orders, position }) {
        if (position.flat) orders.buy({ quantity: 1 });
        else orders.close();
      },
    });
    const result = backtest(buyer, marketOf({ ACME: bars }));
    const { equity, trades } = await resultToDataFrames(result, arrow);
    expect(columnsFromDataFrame(equity, ["equity"]).equity).toEqual(result.equity.equity);
    expect(trades.numRows).toBe(result.trades.length);
    expect(trades.getChild("symbol")?.get(0)).toBe("ACME");
  });
});

test("a data frame of bars may have its times as dates, or as local times in a zone", () => {
  const { open, high, low, close, volume } = bars.slice(0, 2);
  const prices = { open, high, low, close, volume };
  const dates = barsFromDataFrame({ time: [new Date(START), new Date(START + DAY)], ...prices }, { interval: "1d" });
  expect([...dates.time]).toEqual([START, START + DAY]);
  const text = { time: ["2024-01-02 09:30", "2024-01-02 09:31"], ...prices };
  // 09:30 in New York is 14:30 UTC in winter.
  expect(barsFromDataFrame(text, { interval: "1m", zone: "America/New_York" }).time[0]).toBe(START + 14.5 * 3_600_000);
});

test("bars from a data frame have volume 0 if no column is a volume, and are refused if such a column has another name", () => {
  const { time, open, high, low, close, volume } = bars;
  const prices = { time, open, high, low, close };
  expect(barsFromDataFrame(prices, { interval: "1d" }).volume).toEqual(Float64Array.of(0, 0, 0));
  for (const name of ["Volume", "vol", "V", "Volume BTC", "tick_volume"])
    expect(() => barsFromDataFrame({ ...prices, [name]: volume }, { interval: "1d" }), name).toThrow(
      expect.objectContaining({
        code: "BARS_INVALID",
        message: expect.stringContaining(`has no column "volume", but ${name}.`) as string,
      }),
    );
  expect(barsFromDataFrame({ ...prices, volatility: volume }, { interval: "1d" }).volume[0]).toBe(0);
});

test("the function that creates a frame gets a Float64Array for a column of numbers, with NaN for missing values", async () => {
  const made = await toDataFrame({ price: [1, 2], note: ["x", null], gap: [1, undefined] }, {}, (columns) => columns);
  expect(made).toEqual({ price: Float64Array.of(1, 2), note: ["x", null], gap: Float64Array.of(1, NaN) });
});

describe.each(Object.entries(ANSWERS).slice(1))("a data frame read by %s", (_, maker) => {
  test("is refused as input of toDataFrame with advice to read it by columnsFromDataFrame", async () => {
    const frame = maker({ time: Float64Array.of(1) });
    const words = 'must be columns by name (read a frame with columnsFromDataFrame), was "a data frame of time"';
    await expect(toDataFrame(frame as never, undefined, (columns) => columns)).rejects.toThrow(`data ${words}`);
    await expect(toDataFrame(bars, frame as never, (columns) => columns)).rejects.toThrow(`more ${words}`);
  });
});

test.each([5, null, "danfojs", {}, { table: () => 1 }, { DataFrame: 5 }])(
  "toDataFrame refuses %j in place of a function that creates a frame",
  async (maker) => {
    await expect(toDataFrame({ a: [1] }, {}, maker as never)).rejects.toThrow(
      "maker must be a function that takes columns by name, or danfo.js, was",
    );
  },
);

describe("a data frame is refused", () => {
  test.each([5, null, [1], new Map(), { a: 5 }, new Date(0)])("if the value is %j, which is not a frame", (frame) => {
    expect(() => barsFromDataFrame(frame as object, { interval: "1d" })).toThrow(
      "frame must be a data frame, or a record of columns such as { time, close }, was",
    );
  });

  test("if a column is invalid, columns differ in length, or a number is too large for a double", async () => {
    const odd = { columns: ["time"], column: () => 5 };
    expect(() => columnsFromDataFrame(odd)).toThrow(
      "column time must be an array of values, or a data frame series, was 5",
    );
    await expect(toDataFrame({ a: [1], b: [1, 2] }, {}, (columns) => columns)).rejects.toThrow(
      "column b must be of the same length as a (1), was 2",
    );
    expect(() => columnsFromDataFrame({ a: [2n ** 60n] } as never)).toThrow("column a, row 0: must be a number");
  });
});
