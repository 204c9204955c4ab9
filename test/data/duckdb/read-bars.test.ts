import { mkdirSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backtest } from "hindcast";
import { buyAndHold } from "../../../strategies/buy-and-hold.ts";
import { Bars } from "../../../src/market/bars.ts";
import { openDuckDb } from "../../../src/data/duckdb/open-duckdb.ts";
import { exportParquet } from "../../../src/data/exports.ts";
import { arbitraryBars } from "../../support/arbitrary-bars.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { failure, flatAt, marketsOfRows, runSql } from "./duckdb-files.ts";

const files = temporaryFiles();
const marketOfRows = marketsOfRows(files.folder);

describe("the bars of a DuckDB market", () => {
  test("equal the written bars exactly, in any number of DuckDB's data chunks", async () => {
    const rows = 5000;
    const market = await marketOfRows(
      `SELECT 'S' || (i % 2) AS symbol, 1577836800000 + 60000 * (i // 2) AS time, i / 7 AS open, i / 3 + 1 AS high, i / 9 AS low, i / 5 AS close, i AS volume, sqrt(i) AS adj_close
       FROM range(${2 * rows}) AS range (i)`,
    );
    const bars = await market.bars("S1", "1m");
    const at = (of: (i: number) => number): Float64Array =>
      Float64Array.from({ length: rows }, (_, row) => of(2 * row + 1));
    expect(bars.time).toEqual(Float64Array.from({ length: rows }, (_, row) => 1_577_836_800_000 + 60_000 * row));
    expect(bars.open).toEqual(at((i) => i / 7));
    expect(bars.high).toEqual(at((i) => i / 3 + 1));
    expect(bars.low).toEqual(at((i) => i / 9));
    expect(bars.close).toEqual(at((i) => i / 5));
    expect(bars.volume).toEqual(at((i) => i));
    expect(bars.adjClose).toEqual(at(Math.sqrt));
    market.close();
  });

  test.each(["asset", "Stock", "act_symbol"])(
    "are selected by symbol if the column of symbols is named %s",
    async (name) => {
      const rows = [1, 2, 3].flatMap((day) => [
        `('AAA', DATE '2024-01-0${day}', 10)`,
        `('BBB', DATE '2024-01-0${day}', 500)`,
      ]);
      const market = await marketOfRows(
        `SELECT a AS ${name}, t AS time, p AS open, p AS high, p AS low, p AS close FROM (VALUES ${rows.join(", ")}) AS rows (a, t, p)`,
      );
      expect(await market.symbols()).toEqual(["AAA", "BBB"]);
      expect((await market.bars("BBB", "1d")).close).toEqual(Float64Array.of(500, 500, 500));
      market.close();
    },
  );

  test("are sorted by time, in whatever order the rows are stored", async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryBars, fc.boolean(), async (bars, shuffled) => {
        fc.pre(bars.length > 1);
        const names = (["time", "open", "high", "low", "close", "volume", "adjClose"] as const).filter(
          (name) => bars[name],
        );
        const cell = (name: (typeof names)[number], row: number): string =>
          `${bars[name]![row]!.toExponential()}::DOUBLE`;
        const rows = Array.from(
          { length: bars.length },
          (_, row) => `(${names.map((name) => cell(name, row)).join(", ")})`,
        );
        const select = `SELECT 'A' AS symbol, * FROM (VALUES ${rows.join(", ")}) AS rows (${names.join(", ")})`;
        const file = join(files.folder, `bars-${++count}.db`);
        await runSql([`CREATE TABLE bars AS ${select}${shuffled ? " ORDER BY hash(time)" : ""}`], file);
        const market = await openDuckDb({ database: file }, { interval: "1d", timeUnit: "milliseconds" });
        const read = await market.bars("A", "1d");
        for (const name of names) expect(read[name]).toEqual(bars[name]);
        market.close();
      }),
      { numRuns: 6 },
    );
  });

  test("equal the exported bars if each symbol has a folder of its own", async () => {
    const bars = new Bars("1d", {
      time: Float64Array.of(0, 86_400_000),
      open: Float64Array.of(1 / 3, 2),
      high: Float64Array.of(0.5, 2.5),
      low: Float64Array.of(0.1, 2),
      close: Float64Array.of(0.4, 2.25),
      volume: Float64Array.of(10, 0),
      adjClose: Float64Array.of(0.2, 1.125),
    });
    const lake = join(files.folder, "lake");
    for (const symbol of ["^X", "Y=F"]) {
      mkdirSync(join(lake, `symbol=${encodeURIComponent(symbol)}`), { recursive: true });
      await exportParquet(join(lake, `symbol=${encodeURIComponent(symbol)}`, "bars.parquet"), bars);
    }
    const market = await openDuckDb({ parquet: lake });
    expect(await market.symbols()).toEqual(["Y=F", "^X"]);
    expect(await market.bars("^X", "1d")).toEqual(bars);
    expect(market.notes).toEqual([]);
    market.close();
  });

  test("get the usual step between bars as their interval if there is no interval column", async () => {
    const market = await marketOfRows(
      `${flatAt("TIMESTAMP '2020-01-01 09:00'", "TIMESTAMP '2020-01-01 09:05'")} UNION ALL
       SELECT 'B', * EXCLUDE (symbol) FROM (${flatAt("TIMESTAMP '2020-01-01'", "TIMESTAMP '2020-01-02'")})`,
    );
    expect(await market.intervals("A")).toEqual(["5m"]);
    expect(await market.intervals("B")).toEqual(["1d"]);
    expect((await market.bars("A", "5m")).length).toBe(2);
    expect(await failure(market.bars("A", "1d"))).toMatchObject({
      code: "INTERVAL_UNAVAILABLE",
      details: { interval: "1d", available: ["5m"] },
    });
    expect((await failure(market.marketData())).code).toBe("INTERVAL_UNAVAILABLE");
    expect(market.notes).toContain("There is no volume column; every volume is 0.");
    expect((await market.bars("B", "1d")).volume).toEqual(new Float64Array(2));
    market.close();
  });

  test("are in shared memory if the option shared is set", async () => {
    const market = await marketOfRows(flatAt("TIMESTAMP '2020-01-01'", "TIMESTAMP '2020-01-02'"));
    const buffers = (bars: Bars): ArrayBufferLike[] =>
      [bars.time, bars.open, bars.close, bars.volume].map(({ buffer }) => buffer);
    const shared = await market.bars("A", "1d", { shared: true });
    for (const buffer of buffers(shared)) expect(buffer).toBeInstanceOf(SharedArrayBuffer);
    const own = await market.bars("A", "1d");
    for (const buffer of buffers(own)) expect(buffer.byteLength).toBe(16);
    expect(shared.time).toEqual(own.time);
    market.close();
  });

  test("are correct if several symbols are read at the same time", async () => {
    const market = await marketOfRows(
      `SELECT 'S' || (i % 4) AS symbol, TIMESTAMP '2020-01-01' + to_days(CAST(i // 4 AS INTEGER)) AS time, i AS open, i AS high, i AS low, i AS close FROM range(40000) AS range (i)`,
    );
    const all = await Promise.all([0, 1, 2, 3].map((n) => market.bars(`S${n}`, "1d")));
    for (const [n, bars] of all.entries())
      expect(bars.close).toEqual(Float64Array.from({ length: 10_000 }, (_, row) => 4 * row + n));
    market.close();
  });

  test("can be used in a backtest, whose notes name their origin", async () => {
    const market = await marketOfRows(
      `SELECT 'S' || (i % 2) AS symbol, TIMESTAMPTZ '2020-01-01 00:00:00+00' + to_days(CAST(i // 2 AS INTEGER)) AS time, 10 + i AS open, 10 + i AS high, 10 + i AS low, 10 + i AS close FROM range(20) AS range (i)`,
      { instruments: { S1: { lot: 0.5 } } },
    );
    const data = await market.marketData();
    expect(data.series.map(({ instrument }) => [instrument.symbol, instrument.lot])).toEqual([
      ["S0", 1],
      ["S1", 0.5],
    ]);
    expect(data.notes[0]).toMatch(/^The bars of 1d are read from .*\.parquet by DuckDB\.$/);
    const { summary } = backtest(buyAndHold, { ...data, series: data.series.slice(1) }, { cash: 1000 });
    expect(summary["total-return"]).toBeGreaterThan(0);
    market.close();
  });

  test("remain usable after the market is closed, but no further bars can be read", async () => {
    const market = await marketOfRows(flatAt("TIMESTAMP '2020-01-01'", "TIMESTAMP '2020-01-02'"));
    const bars = await market.bars("A", "1d");
    market.close();
    market.close();
    expect(bars.close).toEqual(Float64Array.of(2, 2));
    const closed = await failure(market.bars("A", "1d"));
    expect(closed).toMatchObject({ code: "DATA_FILE_INVALID" });
    expect(closed.message).toMatch(/cannot be read: it was closed$/);
  });
});
