import { join } from "node:path";
import { expect } from "vitest";
import { DuckDBInstance } from "@duckdb/node-api";
import type { DuckDbMarket } from "../../../src/data/duckdb/duckdb-market.ts";
import { type DuckDbOptions, openDuckDb } from "../../../src/data/duckdb/open-duckdb.ts";

/** Runs SQL statements in a DuckDB database: in memory, or in the given file. */
export async function runSql(statements: readonly string[], file = ":memory:"): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

/** A text as a quoted SQL literal. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Writes the rows of a SELECT statement to a Parquet file. */
export async function writeParquet(file: string, select: string, more = ""): Promise<string> {
  await runSql([`COPY (${select}) TO ${quotedText(file)} (FORMAT parquet${more})`]);
  return file;
}

/** Returns a function that opens a market over the rows of a SELECT statement, stored as Parquet in a folder. */
export function marketsOfRows(folder: string): (select: string, options?: DuckDbOptions) => Promise<DuckDbMarket> {
  let count = 0;
  return async (select, options) =>
    openDuckDb({ parquet: await writeParquet(join(folder, `rows-${++count}.parquet`), select) }, options);
}

/** A SELECT statement that returns one bar of the symbol A for each given SQL time, always with the same prices. */
export function flatAt(...times: string[]): string {
  const rows = times.map((time) => `(${time})`).join(", ");
  return `SELECT 'A' AS symbol, col0 AS time, 1.0 AS open, 2.0 AS high, 1.0 AS low, 2.0 AS close FROM (VALUES ${rows})`;
}

/** The error with which a promise rejects. */
export async function failure(work: Promise<unknown>): Promise<{ code: string; message: string; details: object }> {
  return work.then(
    () => expect.fail("nothing was thrown"),
    (error: { code: string; message: string; details: object }) => error,
  );
}
