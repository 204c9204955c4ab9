import { backtest, defineStrategy } from "hindcast";
import { expect, test } from "vitest";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { failure, marketsOfRows } from "./duckdb-files.ts";

const files = temporaryFiles();
const marketOfRows = marketsOfRows(files.folder);

const ROWS = `SELECT s AS symbol, t AS time, p AS open, p AS high, p AS low, p AS close, mood, trades, venue, live
  FROM (VALUES
    ('SPY', DATE '2024-01-04', 3, 0.5, 30, 'N', true), ('SPY', DATE '2024-01-02', 1, -1.25, 10, 'N', true),
    ('SPY', DATE '2024-01-03', 2, NULL, 20, 'N', false), ('VIX', DATE '2024-01-02', -5, 7, 1, 'C', true)
  ) AS rows (s, t, p, mood, trades, venue, live)`;

test("further columns of numbers of a DuckDB table are own columns, sorted with their bars", async () => {
  const market = await marketOfRows(ROWS, { interval: "1d", instruments: { VIX: { role: "data" } } });
  expect(market.notes).toContain("Own columns: mood, trades.");
  const data = await market.marketData();
  expect(data.series.map(({ columns }) => columns)).toEqual([
    { mood: Float64Array.of(-1.25, NaN, 0.5), trades: Float64Array.of(10, 20, 30) },
    { mood: Float64Array.of(7), trades: Float64Array.of(1) },
  ]);
  const reader = defineStrategy({ name: "reader", onBar: ({ column, log }) => log(`${column("mood").value}`) });
  const { log, symbols } = backtest(reader, data);
  expect([symbols, log.map(({ message }) => message)]).toEqual([["SPY"], ["-1.25", "NaN", "0.5"]]);
  const later = await market.marketData({ symbols: ["SPY"], from: Date.UTC(2024, 0, 3), shared: true });
  const trades = later.series[0]!.columns!["trades"]!;
  expect([...(trades as Float64Array)]).toEqual([20, 30]);
  expect((trades as Float64Array).buffer).toBeInstanceOf(SharedArrayBuffer);
  market.close();
});

test("a request may choose own columns of a DuckDB table, or none", async () => {
  const market = await marketOfRows(ROWS, { interval: "1d" });
  const chosen = await market.marketData({ symbols: ["SPY"], ownColumns: ["trades"] });
  expect(Object.keys(chosen.series[0]!.columns!)).toEqual(["trades"]);
  expect((await market.marketData({ symbols: ["SPY"], ownColumns: [] })).series[0]!.columns).toBeUndefined();
  expect(await failure(market.marketData({ ownColumns: ["venue"] }))).toMatchObject({
    code: "PARAMETER_OUT_OF_RANGE",
    message: 'ownColumns must be among the columns of numbers (mood, trades), was "venue"',
  });
  market.close();
});

test("an infinite value of an own column is refused", async () => {
  const market = await marketOfRows(ROWS.replace("0.5, 30", "'Infinity'::DOUBLE, 30"), { interval: "1d" });
  expect((await failure(market.marketData())).message).toContain(
    "must have a finite number or NULL in every row of mood, has Infinity",
  );
  market.close();
});

test("symbols of a DuckDB table with the role data are read in another interval than the traded ones", async () => {
  const market = await marketOfRows(
    `SELECT s AS symbol, i AS interval, t AS time, 1 AS open, 1 AS high, 1 AS low, 1 AS close
     FROM (VALUES ('SPY', '1h', TIMESTAMP '2024-01-02 14:00:00'), ('SPY', '1h', TIMESTAMP '2024-01-02 15:00:00'),
       ('VIX', '1d', TIMESTAMP '2024-01-02 00:00:00'), ('VIX', '1wk', TIMESTAMP '2024-01-01 00:00:00')) AS rows (s, i, t)`,
    { instruments: { VIX: { role: "data" } } },
  );
  for (const request of [{}, { interval: "60m" as const }]) {
    const { series, notes } = await market.marketData(request);
    expect(series.map(({ instrument: { symbol, role }, bars }) => [symbol, role, bars.interval])).toEqual([
      ["SPY", undefined, "1h"],
      ["VIX", "data", "1d"],
    ]);
    expect(notes).toContain("VIX is read in bars of 1d, since it has none of 1h.");
  }
  expect(await failure(market.marketData({ interval: "1d" }))).toMatchObject({
    code: "INTERVAL_UNAVAILABLE",
    message: 'interval must be one in which SPY are recorded (1h), was "1d"',
  });
  market.close();
});
