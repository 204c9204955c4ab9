import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { openDuckDb } from "../src/data/duckdb/open-duckdb.ts";

const SYMBOLS = 20;
const ROUNDS = 3;

/**
 * Measures reading bars from Parquet files and a database into columns: one symbol of twenty, a tenth of one, and all. The files are sorted
 * by symbol or by time. For comparison, the package itself returns the same as its own columns.
 */
export async function benchDuckDb(bars: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hindcast-duckdb-"));
  try {
    const { bySymbol, byTime, database } = await writeBars(folder, bars / SYMBOLS);
    const clustered = await openDuckDb({ parquet: bySymbol }, { interval: "1m" });
    const mixed = await openDuckDb({ parquet: byTime }, { interval: "1m" });
    const table = await openDuckDb({ database }, { interval: "1m" });
    const to = START + (bars / SYMBOLS / 10) * 60_000;
    const cases: Readonly<Record<string, readonly [rows: number, run: () => Promise<unknown>]>> = {
      "one symbol, stored by symbol": [bars / SYMBOLS, () => clustered.bars("S7", "1m")],
      "one symbol, stored by time": [bars / SYMBOLS, () => mixed.bars("S7", "1m")],
      "one symbol, a table": [bars / SYMBOLS, () => table.bars("S7", "1m")],
      "a tenth of one symbol, stored by symbol": [bars / SYMBOLS / 10, () => clustered.bars("S7", "1m", { to })],
      "all symbols, stored by symbol": [bars, () => clustered.marketData()],
      "all symbols, a table": [bars, () => table.marketData()],
      "one symbol, as the package's own columns": [bars / SYMBOLS, () => packageColumns(bySymbol)],
    };
    const times = new Map(Object.keys(cases).map((name) => [name, [] as number[]]));
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, [, run]] of Object.entries(cases)) {
        const start = performance.now();
        await run();
        if (round > 0) times.get(name)!.push(performance.now() - start);
      }
    for (const [name, [rows]] of Object.entries(cases)) {
      const time = times.get(name)!.toSorted((a, b) => a - b)[ROUNDS >> 1]!;
      console.log(
        `duckdb ${name}: ${time.toFixed(0)} ms for ${rows} bars, ${((time / rows) * 1e6).toFixed(0)} ns a bar`,
      );
    }
    for (const market of [clustered, mixed, table]) market.close();
  } finally {
    await rm(folder, { recursive: true });
  }
}

const START = Date.UTC(2020, 0, 1);

async function writeBars(
  folder: string,
  minutes: number,
): Promise<{ bySymbol: string; byTime: string; database: string }> {
  const paths = {
    bySymbol: join(folder, "by-symbol.parquet"),
    byTime: join(folder, "by-time.parquet"),
    database: join(folder, "bars.db"),
  };
  const instance = await DuckDBInstance.create(paths.database);
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE bars AS
     SELECT 'S' || s AS symbol, make_timestamp(${START}000::BIGINT + 60000000 * m) AS time, p AS open, p + 1 AS high, p - 1 AS low, p + 0.5 AS close, m::DOUBLE AS volume
     FROM (SELECT s, m, 100 + hash(s * ${minutes} + m) % 100000 / 1000 AS p FROM range(${SYMBOLS}) AS symbols (s), range(${minutes}) AS minutes (m)) ORDER BY symbol, time`,
  );
  await connection.run(`COPY bars TO '${paths.bySymbol}' (FORMAT parquet)`);
  await connection.run(`COPY (SELECT * FROM bars ORDER BY time, symbol) TO '${paths.byTime}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return paths;
}

async function packageColumns(file: string): Promise<unknown> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const sql =
    "SELECT epoch_ms(time)::DOUBLE, open, high, low, close, volume FROM read_parquet($file) WHERE symbol = 'S7'";
  const columns = await (await connection.run(sql, { file })).getColumnsJS();
  connection.closeSync();
  instance.closeSync();
  return columns;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await benchDuckDb(Number(process.argv[2] ?? 10_000_000));
