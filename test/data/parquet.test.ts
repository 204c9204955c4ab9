import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { exportParquet } from "../../src/data/exports.ts";
import { decimalConverter } from "../../src/data/parquet/decimals.ts";
import { readBars } from "../../src/data/bar-file.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { countingBars } from "./recording-market.ts";

const { folder } = temporaryFiles();
let run: (sql: string) => Promise<unknown[][]>;
let files = 0;

beforeAll(async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  run = async (sql) => (await connection.runAndReadAll(sql)).getRows();
});

/** Writes a Parquet file of two one-minute bars with DuckDB, with some columns replaced. */
async function duckFile(columns: Readonly<Record<string, string>> = {}, options = ""): Promise<string> {
  const all = {
    time: "TIMESTAMP '2020-01-02 09:30:00' + INTERVAL (i) MINUTE",
    open: "1.0 + i",
    high: "2.0 + i",
    low: "0.5 + i",
    close: "1.5 + i",
    volume: "CAST(100 * i AS BIGINT)",
    ...columns,
  };
  const selected = Object.entries(all).map(([name, sql]) => `${sql} AS "${name}"`);
  const path = join(folder, `duck-${files++}.parquet`);
  await run(`COPY (SELECT ${selected.join(", ")} FROM range(2) t(i)) TO '${path}' (FORMAT parquet${options})`);
  return path;
}
const iso = (ms: number | undefined): string => new Date(ms ?? NaN).toISOString();

describe("a Parquet file that another program wrote", () => {
  test.each(["", ", CODEC snappy", ", CODEC gzip", ", CODEC brotli", ", CODEC uncompressed", ", PARQUET_VERSION v2"])(
    "is read when DuckDB's COPY wrote it with the options %j",
    async (options) => {
      const { bars } = (await readBars(await duckFile({}, options))).series[0];
      expect([Array.from(bars.close), Array.from(bars.volume)]).toEqual([
        [1.5, 2.5],
        [0, 100],
      ]);
      expect(iso(bars.time[0])).toBe("2020-01-02T09:30:00.000Z");
    },
  );

  test.each<[what: string, time: string, first: string, note: string]>([
    [
      "local times",
      "TIMESTAMP '2020-01-02 09:30' + INTERVAL (i) MINUTE",
      "2020-01-02T14:30:00.000Z",
      "(local times, America/New_York)",
    ],
    [
      "local nanoseconds",
      "(TIMESTAMP '2020-01-02 09:30' + INTERVAL (i) MINUTE)::TIMESTAMP_NS",
      "2020-01-02T14:30:00.000Z",
      "(local times, America/New_York)",
    ],
    [
      "instants",
      "TIMESTAMPTZ '2020-01-02 09:30:00+00' + INTERVAL (i) MINUTE",
      "2020-01-02T09:30:00.000Z",
      "(instants)",
    ],
    ["dates", "DATE '2020-01-02' + i::INT", "2020-01-02T05:00:00.000Z", "(dates, America/New_York)"],
    ["text", "'2020-01-02T09:3' || i || 'Z'", "2020-01-02T09:30:00.000Z", "(ISO 8601)"],
    ["whole numbers", "1577957400 + 60 * i", "2020-01-02T09:30:00.000Z", "(seconds since 1970)"],
    ["doubles", "1577957400000.0::DOUBLE + 60000 * i", "2020-01-02T09:30:00.000Z", "(milliseconds since 1970)"],
  ])("is read when its times are %s", async (_, time, first, note) => {
    const { series, notes } = await readBars(await duckFile({ time }), { zone: "America/New_York" });
    expect(iso(series[0].bars.time[0])).toBe(first);
    expect(notes[0]).toContain(note);
  });

  test("is read when it has numbers of different types and unknown columns", async () => {
    const file = await duckFile({
      open: "(1 + i)::FLOAT",
      high: "(2 + i)::DECIMAL(9,2)",
      low: "i::TINYINT",
      tags: "[1, 2]",
      venue: "'X'",
    });
    const { series, notes } = await readBars(file);
    const { open, high, low } = series[0].bars;
    expect([open, high, low].map((column) => Array.from(column))).toEqual([
      [1, 2],
      [2, 3],
      [0, 1],
    ]);
    expect(notes[0]).toContain("column not read: venue.");
  });

  test("is read with decimals rounded to the nearest doubles", async () => {
    const file = await duckFile({
      open: "(0.94 + i)::DECIMAL(9,2)",
      high: "(1.3347 + i)::DECIMAL(18,4)",
      low: "(0.1712345678 + i)::DECIMAL(38,10)",
      close: "(0.94 + i)::DECIMAL(4,2)",
    });
    const { open, high, low, close } = (await readBars(file)).series[0].bars;
    expect([open, high, low, close].map((column) => Array.from(column))).toEqual([
      [0.94, 1.94],
      [1.3347, 2.3347],
      [0.1712345678, 1.1712345678],
      [0.94, 1.94],
    ]);
    // Newer writers declare decimals only by the logical type; scale 4 stores ten-thousandths.
    const logical = { name: "price", logical_type: { type: "DECIMAL", scale: 4, precision: 9 } } as const;
    expect(decimalConverter(logical)!(13_347)).toBe(1.3347);
  });

  test.each<[what: string, columns: Readonly<Record<string, string>>, message: string]>([
    ["a missing price", { close: "CASE WHEN i = 0 THEN 1.5 END" }, "row 2, column close: must be a number, was empty"],
    ["a word for a price", { close: "'n/a'" }, 'row 1, column close: must be a number, was "n/a"'],
    [
      "a number that no double holds",
      { volume: "9007199254740993::BIGINT" },
      'row 1, column volume: must be a number that a double represents exactly, was "9007199254740993"',
    ],
    [
      "a time within a millisecond",
      { time: "TIMESTAMP '2020-01-02 09:30:00.0005'" },
      "row 1, column time: must be a time in whole milliseconds",
    ],
    [
      "a missing time",
      { time: "CASE WHEN i = 0 THEN TIMESTAMP '2020-01-02 09:30:00' END" },
      "row 2, column time: must be a time in whole milliseconds, was empty",
    ],
    [
      "a time that clocks skip",
      { time: "TIMESTAMP '2020-03-08 02:30:00'" },
      "row 1, column time: must be a time that the clocks of America/New_York show",
    ],
    ["a list for a price", { close: "[1.5]" }, "missing close"],
  ])("is refused with %s", async (_, columns, message) => {
    const file = await duckFile(columns);
    await expect(readBars(file, { zone: "America/New_York", interval: "1m" })).rejects.toMatchObject({
      code: "DATA_FILE_INVALID",
      message: expect.stringContaining(message),
    });
  });

  test("is refused with an error code, or still gives valid bars, after any of its bytes are changed", async () => {
    const original = readFileSync(await duckFile());
    const path = join(folder, "changed.parquet");
    const change = fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = new Uint8Array(original);
        for (const [at, value] of changes) bytes[at] = value;
        writeFileSync(path, bytes);
        const read = readBars(path, { interval: "1m", maxBytes: 1_000_000 });
        const code: unknown = await read.then(
          () => "BARS",
          (error: { code?: unknown }) => error.code,
        );
        expect(["BARS", "BARS_INVALID", "DATA_EMPTY", "DATA_FILE_INVALID"]).toContain(code);
      }),
      // The examples make the first time later than the last valid date, or later than the year 9999.
      { numRuns: 200, examples: [[[[44, 120]]], [[[44, 137]]]] },
    );
  });

  test("is read when it is packed with Zstandard or LZ4", async () => {
    const plain = (await readBars(await duckFile({}))).series[0].bars;
    for (const codec of ["zstd", "lz4_raw"])
      expect((await readBars(await duckFile({}, `, CODEC ${codec}`))).series[0].bars).toEqual(plain);
  });

  test("is refused when its columns need more memory than maxBytes, even if the file is small", async () => {
    const path = join(folder, "bomb.parquet");
    const one = "1.0::DOUBLE";
    await run(
      `COPY (SELECT TIMESTAMP '2020-01-01' AS time, ${one} AS open, ${one} AS high, ${one} AS low, ${one} AS close FROM range(1000000)) ` +
        `TO '${path}' (FORMAT parquet)`,
    );
    await expect(readBars(path, { maxBytes: 1_000_000 })).rejects.toMatchObject({
      code: "DATA_FILE_INVALID",
      message: expect.stringContaining("must be at most 1000000 bytes (maxBytes), is larger once unpacked"),
    });
  });
});

test("DuckDB reads the times of an exported Parquet file as instants with a time zone", async () => {
  const path = join(folder, "export.parquet");
  await exportParquet(path, countingBars("1m", Date.UTC(2020, 0, 2), 60_000, 2));
  expect(await run(`SELECT epoch_ms(time)::DOUBLE, open, high, low, close, volume FROM '${path}'`)).toEqual([
    [1_577_923_200_000, 1, 1.5, 0.5, 1, 10],
    [1_577_923_260_000, 2, 2.5, 1.5, 2, 20],
  ]);
  expect(await run(`SELECT column_type FROM (DESCRIBE SELECT time FROM '${path}')`)).toEqual([
    ["TIMESTAMP WITH TIME ZONE"],
  ]);
});
