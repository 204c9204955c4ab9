import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DataType, tableFromIPC } from "apache-arrow";
import { DuckDBInstance } from "@duckdb/node-api";
import { backtest } from "hindcast";
import { readBars } from "hindcast/data";
import { barsFromDataFrame, resultToDataFrames, toArrow, toParquet } from "hindcast/dataframe";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import { EIGHT_DAYS, eightDaysResult, scripted } from "../report/fixture.ts";

const result = eightDaysResult();
const idle = backtest(scripted({}), EIGHT_DAYS);
const { bars } = EIGHT_DAYS.series[0]!;

/** A type that has a name. */
type Named = DataType & { toString(): string };

/** Types of the columns of an Arrow table, by name. */
async function arrowTypes(bytes: Promise<Uint8Array>): Promise<Record<string, string>> {
  const { schema } = tableFromIPC<Record<string, Named>>(await bytes);
  return Object.fromEntries(schema.fields.map(({ name, type }) => [name, type.toString()]));
}

/** Rows of a Parquet file. */
async function parquetRows(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const { buffer, byteOffset, byteLength } = bytes;
  return parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer });
}

describe("toArrow", () => {
  test("types times as UTC timestamps, dates as days, and other members by their values", async () => {
    expect(await arrowTypes(toArrow(result.trades))).toMatchObject({
      symbol: "Utf8",
      quantity: "Float64",
      entryTime: "Timestamp<MILLISECOND, UTC>",
      entryDate: "Date32<DAY>",
      open: "Bool",
    });
    expect(await arrowTypes(toArrow(result.equity))).toEqual({
      time: "Timestamp<MILLISECOND, UTC>",
      date: "Date32<DAY>",
      equity: "Float64",
      cash: "Float64",
    });
    expect(await arrowTypes(toArrow(result.orders))).toMatchObject({
      limitPrice: "Float64",
      expiresAt: "Timestamp<MILLISECOND, UTC>",
      submittedAt: "Timestamp<MILLISECOND, UTC>",
      reduceOnly: "Bool",
    });
  });

  test("keeps the values of trades, and stores missing ones as nulls", async () => {
    const rows = tableFromIPC(
      await toArrow([...result.trades, { ...result.trades[0]!, tag: "é €", mae: NaN }]),
    ).toArray();
    expect(rows.map((row: { pnl: number }) => row.pnl)).toEqual([200, -120, 200]);
    expect(rows[0]).toMatchObject({ symbol: "ACME", entryTime: result.trades[0]!.entryTime, open: false });
    expect(rows[2]).toMatchObject({ tag: "é €", mae: null });
    expect(rows[0].entryDate).toEqual(new Date("2024-01-02").getTime());
  });

  test("gives bars that barsFromDataFrame reads back", async () => {
    expect(barsFromDataFrame(tableFromIPC(await toArrow(bars)), { interval: "1d" })).toEqual(bars);
  });

  test("leaves a column as numbers or text if its values are neither times nor dates", async () => {
    const columns = { time: [0.5, 1], date: [1, 2], dueDate: ["soon", null], flag: [true, null] };
    expect(await arrowTypes(toArrow(columns))).toEqual({
      time: "Float64",
      date: "Float64",
      dueDate: "Utf8",
      flag: "Bool",
    });
  });
});

describe("toParquet", () => {
  test("keeps the values of equity, with more columns", async () => {
    const rows = await parquetRows(await toParquet(result.equity, { buyAndHold: result.buyAndHold }));
    expect(rows.length).toBe(8);
    expect(rows[1]).toEqual({
      time: new Date(result.equity.time[1]!),
      date: new Date("2024-01-02"),
      equity: 1100,
      cash: 500,
      buyAndHold: result.buyAndHold[1],
    });
  });

  test("gives bars that readBars reads back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hindcast-bytes-"));
    const file = join(folder, "ACME.parquet");
    writeFileSync(file, await toParquet(bars));
    const { series } = await readBars(file);
    rmSync(folder, { recursive: true });
    expect(series[0]!.bars).toEqual(bars);
  });

  test("refuses an empty list, which has no columns", async () => {
    await expect(toParquet(idle.trades)).rejects.toThrow("data must be a table with columns");
  });

  test("writes files that DuckDB queries", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hindcast-bytes-"));
    const file = join(folder, "trades.parquet");
    writeFileSync(file, await toParquet(result.trades));
    const connection = await (await DuckDBInstance.create()).connect();
    const sql = `select sum(pnl)::int as pnl, min(entryDate)::text as first, typeof(any_value(exitTime)) as time from '${file}'`;
    const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
    rmSync(folder, { recursive: true });
    expect(row).toEqual({ pnl: 80, first: "2024-01-02", time: "TIMESTAMP WITH TIME ZONE" });
  });
});

test("resultToDataFrames with toArrow or toParquet encodes every table of a result, with or without rows", async () => {
  const [full, empty] = [await resultToDataFrames(result, toArrow), await resultToDataFrames(idle, toArrow)];
  for (const name of ["trades", "orders", "fills", "equity", "summary"] as const) {
    const types = await arrowTypes(Promise.resolve(full[name]));
    for (const [column, type] of Object.entries(await arrowTypes(Promise.resolve(empty[name]))))
      expect([name, column, type]).toEqual([name, column, types[column]]);
  }
  const { trades, summary } = await resultToDataFrames(result, toParquet);
  expect((await parquetRows(trades)).length).toBe(2);
  expect(await parquetRows(summary)).toContainEqual({ metric: "final-equity", amount: 1080 });
});
