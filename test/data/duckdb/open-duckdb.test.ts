import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadDuckDb } from "../../../src/data/duckdb/database.ts";
import { openDuckDb } from "../../../src/data/duckdb/open-duckdb.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { failure, quotedText, runSql, writeParquet } from "./duckdb-files.ts";

const files = temporaryFiles();
const pathOf = (name: string): string => join(files.folder, name);

/** Daily bars of two symbols on three days, and two hourly bars of one symbol. */
const ROWS = `SELECT * FROM (VALUES
  ('AAA', '1d', TIMESTAMP '2020-01-01', 10.0, 12.0, 9.0, 11.0, 100),
  ('AAA', '1d', TIMESTAMP '2020-01-02', 11.0, 13.0, 10.0, 12.0, 200),
  ('AAA', '1d', TIMESTAMP '2020-01-03', 12.0, 14.0, 11.0, 13.5, 300),
  ('BBB', '1d', TIMESTAMP '2020-01-01', 1.0, 1.0, 1.0, 1.0, 0),
  ('BBB', '1d', TIMESTAMP '2020-01-02', 1.0, 2.0, 1.0, 2.0, 5),
  ('AAA', '1h', TIMESTAMP '2020-01-01 09:00', 10.0, 10.5, 9.5, 10.25, 40),
  ('AAA', '1h', TIMESTAMP '2020-01-01 10:00', 10.25, 12.0, 9.0, 11.0, 60)
) AS rows (symbol, "interval", time, open, high, low, close, volume)`;
const DAY = 86_400_000;
const FIRST = Date.UTC(2020, 0, 1);

describe("the function openDuckDb", () => {
  test("reads one symbol and interval of a Parquet file", async () => {
    const market = await openDuckDb({ parquet: await writeParquet(pathOf("rows.parquet"), ROWS) });
    expect(await market.symbols()).toEqual(["AAA", "BBB"]);
    expect(await market.intervals("AAA")).toEqual(["1h", "1d"]);
    const bars = await market.bars("AAA", "1d");
    expect(bars.interval).toBe("1d");
    expect(bars.time).toEqual(Float64Array.of(FIRST, FIRST + DAY, FIRST + 2 * DAY));
    expect(bars.open).toEqual(Float64Array.of(10, 11, 12));
    expect(bars.high).toEqual(Float64Array.of(12, 13, 14));
    expect(bars.low).toEqual(Float64Array.of(9, 10, 11));
    expect(bars.close).toEqual(Float64Array.of(11, 12, 13.5));
    expect(bars.volume).toEqual(Float64Array.of(100, 200, 300));
    expect(bars.adjClose).toBeUndefined();
    market.close();
  });

  test("reads the table of a database that is named, is called by its default name, or is the only table", async () => {
    const file = pathOf("bars.db");
    await runSql([`CREATE TABLE prices AS ${ROWS}`], file);
    const only = await openDuckDb({ database: file });
    expect((await only.bars("BBB", "1d")).close).toEqual(Float64Array.of(1, 2));
    only.close();
    await runSql(
      [`CREATE TABLE bars AS ${ROWS} LIMIT 3`, `CREATE SCHEMA "odd ""one"`, `CREATE VIEW "odd ""one"."a.b" AS ${ROWS}`],
      file,
    );
    const usual = await openDuckDb({ database: file });
    expect(await usual.symbols()).toEqual(["AAA"]);
    usual.close();
    for (const table of ["prices", "main.prices", 'odd "one.a.b', "a.b"]) {
      const named = await openDuckDb({ database: file, table });
      expect(await named.symbols()).toEqual(["AAA", "BBB"]);
      named.close();
    }
    const unknown = await failure(openDuckDb({ database: file, table: `x"; DROP TABLE bars; --` }));
    expect(unknown.code).toBe("DATA_FILE_INVALID");
    expect(unknown.message).toContain('has bars, prices, odd "one.a.b');
  });

  test("reads files in subfolders, by a glob pattern, and in folders named like symbol=AAA", async () => {
    for (const symbol of ["AAA", "007"]) {
      mkdirSync(pathOf(`lake/symbol=${symbol}`), { recursive: true });
      const rows = `SELECT * EXCLUDE (symbol) FROM (${ROWS}) WHERE symbol = 'AAA'`;
      await writeParquet(pathOf(`lake/symbol=${symbol}/part.parquet`), rows);
    }
    for (const parquet of [pathOf("lake"), pathOf("lake/*/*.parquet")]) {
      const market = await openDuckDb({ parquet });
      expect(await market.symbols()).toEqual(["007", "AAA"]);
      expect((await market.bars("007", "1h")).close).toEqual(Float64Array.of(10.25, 11));
      market.close();
    }
  });

  test("accepts any characters in the names of folders and symbols", async () => {
    const folder = pathOf("we[i]rd *'; DROP TABLE x; --");
    mkdirSync(folder);
    const symbol = `x'; DROP TABLE bars; -- "$symbol"`;
    const rows = `SELECT ${quotedText(symbol)} AS symbol, * EXCLUDE (symbol) FROM (${ROWS}) WHERE symbol = 'AAA'`;
    await writeParquet(join(folder, "a'b?.parquet"), rows);
    const market = await openDuckDb({ parquet: folder });
    expect(await market.symbols()).toEqual([symbol]);
    expect((await market.bars(symbol, "1d")).length).toBe(3);
    const unknown = await failure(market.bars("x' OR '1' = '1", "1d"));
    expect(unknown).toMatchObject({ code: "SYMBOL_UNKNOWN", details: { symbol: "x' OR '1' = '1", known: [symbol] } });
    market.close();
  });

  test("reads columns whose names are given as options, including names that SQL must quote", async () => {
    const rows = `SELECT symbol AS "the ""symbol""", * EXCLUDE (symbol, close), close AS "adj close, last" FROM (${ROWS}) WHERE "interval" = '1d'`;
    const file = await writeParquet(pathOf("names.parquet"), rows);
    const columns = { symbol: 'the "symbol"', close: "adj close, last", adjClose: "open" };
    const market = await openDuckDb({ parquet: file }, { columns });
    const bars = await market.bars("AAA", "1d");
    expect(bars.close).toEqual(Float64Array.of(11, 12, 13.5));
    expect(bars.adjClose).toEqual(Float64Array.of(10, 11, 12));
    market.close();
    await expect(openDuckDb({ parquet: file }, { columns: { price: "open" } as object })).rejects.toThrow(
      'columns must be names for symbol, interval, time, open, high, low, close, volume, adjClose, was "price"',
    );
  });

  test("refuses files that are missing or have no bars", async () => {
    expect((await failure(openDuckDb({ parquet: pathOf("none.parquet") }))).code).toBe("DATA_FILE_NOT_FOUND");
    expect((await failure(openDuckDb({ parquet: pathOf("none/*.parquet") }))).code).toBe("DATA_FILE_NOT_FOUND");
    expect((await failure(openDuckDb({ database: pathOf("none.db") }))).code).toBe("DATA_FILE_NOT_FOUND");
    mkdirSync(pathOf("empty"));
    expect((await failure(openDuckDb({ parquet: pathOf("empty") }))).code).toBe("DATA_FILE_NOT_FOUND");

    const text = files.write("text.parquet", "symbol,time,open,high,low,close");
    expect((await failure(openDuckDb({ parquet: text }))).code).toBe("DATA_FILE_INVALID");
    expect((await failure(openDuckDb({ database: files.write("text.db", "no database ".repeat(1000)) }))).code).toBe(
      "DATA_FILE_INVALID",
    );
    await runSql([], pathOf("no-table.db"));
    expect((await failure(openDuckDb({ database: pathOf("no-table.db") }))).message).toContain("has none");

    const noRows = await writeParquet(pathOf("no-rows.parquet"), `${ROWS} LIMIT 0`);
    expect((await failure(openDuckDb({ parquet: noRows }))).code).toBe("DATA_EMPTY");
    const noClose = await writeParquet(pathOf("no-close.parquet"), `SELECT * EXCLUDE (close) FROM (${ROWS})`);
    expect(await failure(openDuckDb({ parquet: noClose }))).toMatchObject({
      code: "DATA_FILE_INVALID",
      details: { part: "close", columns: ["symbol", "interval", "time", "open", "high", "low", "volume"] },
    });
    const words = await writeParquet(pathOf("words.parquet"), `SELECT * REPLACE ('ten' AS close) FROM (${ROWS})`);
    expect(await failure(openDuckDb({ parquet: words }))).toMatchObject({
      details: { column: "close", type: "VARCHAR" },
    });
    const truth = await writeParquet(pathOf("truth.parquet"), `SELECT * REPLACE (true AS time) FROM (${ROWS})`);
    expect(await failure(openDuckDb({ parquet: truth }))).toMatchObject({
      details: { column: "time", type: "BOOLEAN" },
    });
  });

  test("refuses an unknown zone, and the option interval for data with an interval column", async () => {
    const parquet = await writeParquet(pathOf("twice.parquet"), ROWS);
    expect((await failure(openDuckDb({ parquet }, { interval: "1d" }))).code).toBe("SETTING_INVALID");
    expect((await failure(openDuckDb({ parquet }, { zone: "Mars/Olympus" }))).code).toBe("ZONE_UNKNOWN");
  });

  test("reads a database that is already open for reading", async () => {
    const file = pathOf("shared.db");
    await runSql([`CREATE TABLE bars AS ${ROWS}`], file);
    const [one, other] = [await openDuckDb({ database: file }), await openDuckDb({ database: file })];
    expect((await one.bars("AAA", "1d")).close).toEqual((await other.bars("AAA", "1d")).close);
    one.close();
    other.close();
  });

  test("says how to install the package @duckdb/node-api when it is missing", async () => {
    const missing = "@duckdb/node-api-that-does-not-exist";
    const error = await failure(loadDuckDb(() => import(/* @vite-ignore */ missing)));
    expect(error.code).toBe("PACKAGE_MISSING");
    expect(error.message).toContain("npm install @duckdb/node-api");
  });
});
