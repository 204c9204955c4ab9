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
