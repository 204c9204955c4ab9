import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backtest } from "hindcast";
import { buyAndHold } from "../../../strategies/buy-and-hold.ts";
import type { Bars } from "../../../src/market/bars.ts";
import type { DuckDbMarket } from "../../../src/tape/duckdb/duckdb-market.ts";
import { type DuckDbOptions, openDuckDb } from "../../../src/tape/duckdb/open-duckdb.ts";
import { arbitraryBars } from "../../support/arbitrary-bars.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { runSql, writeParquet } from "./duckdb-files.ts";

const files = temporaryFiles();
let count = 0;

/** A market of the rows that a statement selects. */
async function marketOfRows(select: string, options: DuckDbOptions = {}): Promise<DuckDbMarket> {
  return openDuckDb({ parquet: await writeParquet(join(files.folder, `${++count}.parquet`), select) }, options);
}

/** Bars of flat prices at times told in SQL. */
const flatAt = (...times: string[]): string =>
  `SELECT 'A' AS symbol, col0 AS time, 1.0 AS open, 2.0 AS high, 1.0 AS low, 2.0 AS close FROM (VALUES ${times
    .map((time) => `(${time})`)
    .join(", ")})`;

async function failure(work: Promise<unknown>): Promise<{ code: string; message: string; details: object }> {
  return work.then(
    () => expect.fail("nothing was thrown"),
    (error: { code: string; message: string; details: object }) => error,
  );
}

describe("the bars of a DuckDB market", () => {
  test("are those that were written, to the bit, in chunks of any number", async () => {
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

  test("are those of any bars, whatever order they are stored in", async () => {
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
        const file = join(files.folder, `${++count}.db`);
        await runSql([`CREATE TABLE bars AS ${select}${shuffled ? " ORDER BY hash(time)" : ""}`], file);
        const market = await openDuckDb({ database: file }, { interval: "1d", timeUnit: "milliseconds" });
        const read = await market.bars("A", "1d");
        for (const name of names) expect(read[name]).toEqual(bars[name]);
        market.close();
      }),
      { numRuns: 15 },
    );
  });

  test("are those of the range, both on the bar and between bars", async () => {
    const day = (n: number): number => Date.UTC(2020, 0, n);
    for (const type of ["TIMESTAMP", "TIMESTAMPTZ", "DATE", "TIMESTAMP_NS", "TIMESTAMP_S"]) {
      const market = await marketOfRows(
        flatAt(
          ...[1, 2, 3, 4, 5].map(
            (n) => `CAST('2020-01-0${n} 00:00:00${type === "TIMESTAMPTZ" ? "+00" : ""}' AS ${type})`,
          ),
        ),
      );
      const days = async (from?: number, to?: number): Promise<number[]> => {
        const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
        return Array.from((await market.bars("A", "1d", range)).time, (time) => new Date(time).getUTCDate());
      };
      expect(await days()).toEqual([1, 2, 3, 4, 5]);
      expect(await days(day(2), day(4))).toEqual([2, 3]);
      expect(await days(day(2) + 1, day(4) + 1)).toEqual([3, 4]);
      expect(await days(undefined, day(3))).toEqual([1, 2]);
      expect(await days(day(5))).toEqual([5]);
      market.close();
    }
  });

  test("are those of the range where times are numbers, whole and not", async () => {
    const seconds = [1_577_836_800, 1_577_836_860, 1_577_836_920];
    const units: [expression: (s: number) => string, note: string][] = [
      [(s) => `${s}`, "seconds"],
      [(s) => `${s}::UBIGINT`, "seconds"],
      [(s) => `${s}::DOUBLE`, "seconds"],
      [(s) => `${s}.000::DECIMAL(18, 3)`, "seconds"],
      [(s) => `${s}000`, "milliseconds"],
      [(s) => `${s}000000`, "microseconds"],
    ];
    for (const [expression, unit] of units) {
      const market = await marketOfRows(flatAt(...seconds.map(expression)));
      expect(market.notes).toContain(`Times are read as ${unit} since 1970.`);
      const bars = await market.bars("A", "1m", { from: seconds[0]! * 1000 + 1, to: seconds[2]! * 1000 });
      expect(bars.time).toEqual(Float64Array.of(seconds[1]! * 1000));
      market.close();
    }
    const fraction = await marketOfRows(flatAt("1577836800.123::DOUBLE", "1577836860.123::DOUBLE"));
    expect((await fraction.bars("A", "1m", { from: 1_577_836_800_123 })).time).toEqual(
      Float64Array.of(1_577_836_800_123, 1_577_836_860_123),
    );
    fraction.close();
  });

  test("are at the times that clocks of the zone show", async () => {
    // New York put its clocks forward on 8 March 2020.
    const days = flatAt(...[6, 7, 8, 9].map((n) => `TIMESTAMP '2020-03-0${n} 00:00:00'`));
    const market = await marketOfRows(days, { zone: "America/New_York", interval: "1d" });
    const hours = [5, 5, 5, 4];
    const times = hours.map((hour, i) => Date.UTC(2020, 2, 6 + i, hour));
    expect((await market.bars("A", "1d")).time).toEqual(Float64Array.from(times));
    expect((await market.bars("A", "1d", { from: times[1]!, to: times[3]! })).time).toEqual(
      Float64Array.of(times[1]!, times[2]!),
    );
    expect(market.notes).toContain("Times without an offset are read as America/New_York.");
    market.close();
    const skipped = await marketOfRows(flatAt("TIMESTAMP '2020-03-08 01:30:00'", "TIMESTAMP '2020-03-08 02:30:00'"), {
      zone: "America/New_York",
      interval: "1h",
    });
    expect(await failure(skipped.bars("A", "1h"))).toMatchObject({
      code: "DATA_FILE_INVALID",
      details: { column: "time", row: 1 },
    });
    skipped.close();
  });

  test("have the usual step of their symbol as interval where no column says it", async () => {
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
    expect(market.notes).toContain("There is no column of volumes; every volume is 0.");
    expect((await market.bars("B", "1d")).volume).toEqual(new Float64Array(2));
    market.close();
  });

  test("are refused with a doubled time, a missing value, or prices outside of low and high", async () => {
    const day = "TIMESTAMP '2020-01-01'";
    const next = "TIMESTAMP '2020-01-02'";
    const doubled = await marketOfRows(flatAt(day, next, day), { interval: "1d" });
    expect(await failure(doubled.bars("A", "1d"))).toMatchObject({
      code: "BARS_INVALID",
      details: { symbol: "A", interval: "1d", row: 1, reason: "duplicate_time" },
    });
    doubled.close();
    for (const [replace, reason] of [
      ["NULL::DOUBLE AS close", "not_a_number"],
      ["'nan'::DOUBLE AS open", "not_a_number"],
      ["'infinity'::DOUBLE AS high", "not_a_number"],
      ["3.0 AS low", "low_above_high"],
    ] as const) {
      const market = await marketOfRows(`SELECT * REPLACE (${replace}) FROM (${flatAt(day, next)})`);
      expect(await failure(market.bars("A", "1d"))).toMatchObject({
        code: "BARS_INVALID",
        details: { row: 0, reason },
      });
      market.close();
    }
  });

  test("are refused with a time that is missing, or finer than a millisecond", async () => {
    for (const time of [
      "NULL::TIMESTAMP",
      "TIMESTAMP '2020-01-02 00:00:00.0001'",
      "TIMESTAMP_NS '2020-01-02 00:00:00.000000001'",
      "TIMESTAMPTZ '2020-01-02 00:00:00.0001+00'",
    ]) {
      const type = time.startsWith("NULL") ? "TIMESTAMP" : time.split(" ", 1)[0]!;
      const market = await marketOfRows(flatAt(`CAST('2020-01-01' AS ${type})`, time), { interval: "1d" });
      const { code, details } = await failure(market.bars("A", "1d"));
      expect({ code, ...details }).toMatchObject({ code: "DATA_FILE_INVALID", column: "time", row: 1 });
      market.close();
    }
  });

  test("are refused where a row has no symbol, or an interval that is none", async () => {
    const good = flatAt("TIMESTAMP '2020-01-01'");
    const noSymbol = await marketOfRows(`${good} UNION ALL SELECT NULL, * EXCLUDE (symbol) FROM (${good})`);
    expect(await failure(noSymbol.symbols())).toMatchObject({
      code: "DATA_FILE_INVALID",
      details: { column: "symbol" },
    });
    noSymbol.close();
    const daily = await marketOfRows(`SELECT *, 'daily' AS "interval" FROM (${good})`);
    expect(await failure(daily.intervals("A"))).toMatchObject({
      code: "DATA_FILE_INVALID",
      details: { column: "interval", was: "daily" },
    });
    daily.close();
  });

  test("say what there is instead of a symbol or a range without bars", async () => {
    const market = await marketOfRows(flatAt("TIMESTAMP '2020-01-01'", "TIMESTAMP '2020-01-02'"));
    expect(await failure(market.bars("B", "1d"))).toMatchObject({ code: "SYMBOL_UNKNOWN", details: { known: ["A"] } });
    const first = Date.UTC(2020, 0, 1);
    expect(await failure(market.bars("A", "1d", { from: Date.UTC(2021, 0, 1) }))).toMatchObject({
      code: "DATE_RANGE_EMPTY",
      details: { first, last: Date.UTC(2020, 0, 2) },
    });
    expect((await failure(market.bars("A", "1d", { from: NaN }))).code).toBe("DATE_INVALID");
    market.close();
  });

  test("lie in memory that threads can share when that is asked for", async () => {
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

  test("are read for several at the same moment without getting mixed up", async () => {
    const market = await marketOfRows(
      `SELECT 'S' || (i % 4) AS symbol, TIMESTAMP '2020-01-01' + to_days(CAST(i // 4 AS INTEGER)) AS time, i AS open, i AS high, i AS low, i AS close FROM range(40000) AS range (i)`,
    );
    const all = await Promise.all([0, 1, 2, 3].map((n) => market.bars(`S${n}`, "1d")));
    for (const [n, bars] of all.entries())
      expect(bars.close).toEqual(Float64Array.from({ length: 10_000 }, (_, row) => 4 * row + n));
    market.close();
  });

  test("are what a backtest runs over, with notes about their origin", async () => {
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
    const { summary } = backtest(buyAndHold, { ...data, series: data.series.slice(1) }, { settings: { cash: 1000 } });
    expect(summary["total-return"]).toBeGreaterThan(0);
    market.close();
  });

  test("stay when the market is closed, and are refused afterwards", async () => {
    const market = await marketOfRows(flatAt("TIMESTAMP '2020-01-01'", "TIMESTAMP '2020-01-02'"));
    const bars = await market.bars("A", "1d");
    market.close();
    market.close();
    expect(bars.close).toEqual(Float64Array.of(2, 2));
    const closed = await failure(market.bars("A", "1d"));
    expect(closed).toMatchObject({ code: "DATA_FILE_INVALID" });
    expect(closed.message).toMatch(/must be open when it is read, was closed$/);
  });
});
