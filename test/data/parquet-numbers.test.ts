import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { openTable } from "../../src/data/parquet/open-table.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const { folder } = temporaryFiles();
let run: (sql: string) => Promise<unknown[][]>;

beforeAll(async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  run = async (sql) => (await connection.runAndReadAll(sql)).getRows();
});

const number = (column: string): string => `${column}::DOUBLE`;
const instant = (column: string): string => `epoch_ms(${column}::TIMESTAMP)::DOUBLE`;

/** Column types: an SQL expression of a whole number, the resulting value, and whether the fast reader reads the type. */
const TYPES: readonly (readonly [
  type: string,
  of: (whole: string) => string,
  asNumber: typeof number,
  short: boolean,
])[] = [
  ["DOUBLE", (whole) => `${whole} / 7.0`, number, true],
  ["FLOAT", (whole) => `${whole} / 7.0`, number, true],
  ["TINYINT", (whole) => `${whole} % 128`, number, true],
  ["INTEGER", (whole) => whole, number, true],
  ["BIGINT", (whole) => `${whole} * 1234567`, number, true],
  ["UINTEGER", (whole) => `abs(${whole})`, number, false],
  ["UBIGINT", (whole) => `abs(${whole})`, number, false],
  ["DECIMAL(4,2)", (whole) => `(${whole} % 100) / 100.0`, number, true],
  ["DECIMAL(9,2)", (whole) => `${whole} / 100.0`, number, true],
  ["DECIMAL(18,4)", (whole) => `${whole} / 10000.0`, number, true],
  ["DECIMAL(38,10)", (whole) => `${whole} / 10000.0`, number, false],
  ["TIMESTAMP", (whole) => `make_timestamp(${whole} * 1000000)`, instant, true],
  ["TIMESTAMP_MS", (whole) => `make_timestamp(${whole} * 86400000000)`, instant, true],
  ["TIMESTAMP_NS", (whole) => `make_timestamp(${whole} * 1000)`, instant, true],
  ["TIMESTAMPTZ", (whole) => `make_timestamp(${whole} * 1000000)`, instant, true],
  ["DATE", (whole) => `DATE '1970-01-01' + (${whole} % 20000)::INTEGER`, instant, true],
];

const tables = fc.record({
  rows: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 2000, max: 9000 })),
  group: fc.constantFrom(2048, 4096, 122_880),
  // With few distinct values, DuckDB writes dictionary pages.
  distinct: fc.constantFrom(1, 3, 200, 100_000),
  missing: fc.constantFrom(0, 0, 0, 2, 1000),
  codec: fc.constantFrom("uncompressed", "snappy", "gzip", "brotli"),
  version: fc.constantFrom("v1", "v2"),
});

test("readBars reads the same numbers as DuckDB for every column type, compression and format version", async () => {
  const path = join(folder, "numbers.parquet");
  await fc.assert(
    fc.asyncProperty(tables, async ({ rows, group, distinct, missing, codec, version }) => {
      const whole = `((hash(i * 31) % ${distinct})::BIGINT * 1009 - 300000)`;
      const columns = TYPES.map(([type, of], at) => {
        const value = `(${of(whole)})::${type}`;
        return `${missing === 0 ? value : `CASE WHEN hash(i + ${at}) % ${missing} > 0 THEN ${value} END`} AS c${at}`;
      });
      await run(
        `COPY (SELECT ${columns.join(", ")} FROM range(${rows}) t(i)) TO '${path}' (FORMAT parquet, CODEC ${codec}, PARQUET_VERSION ${version}, ROW_GROUP_SIZE ${group})`,
      );
      const expected = await run(
        `SELECT ${TYPES.map(([, , asNumber], at) => asNumber(`c${at}`)).join(", ")} FROM '${path}'`,
      );
      const table = await openTable(path, new Uint8Array(readFileSync(path)), 1e9);
      const read = await table.read(table.names);
      for (const [at, [type, , , isShort]] of TYPES.entries()) {
        const found = read[at]!;
        const wanted = expected.map((row) => row[at]);
        const isWhole = wanted.every((value) => value !== null);
        expect(found.numbers !== undefined, `${type} straight from the pages`).toBe(isShort && isWhole);
        if (found.numbers !== undefined) expect(Array.from(found.numbers), type).toEqual(wanted);
        else if (type.startsWith("DECIMAL")) expect(found.values).toHaveLength(rows);
        else
          expect(
            Array.from(found.values, (value) => (value === null || value === undefined ? null : Number(value))),
            type,
          ).toEqual(wanted);
      }
    }),
    { numRuns: 40 },
  );
});

test("Parquet columns with integers beyond 2^53 or times finer than a millisecond go to the general reader", async () => {
  const path = join(folder, "beyond.parquet");
  const columns = {
    exact: "9007199254740991::BIGINT",
    low: "-9007199254740991::BIGINT",
    beyond: "9007199254740993::BIGINT",
    inside: "make_timestamp(1500)",
    far: "TIMESTAMP '9999-12-31 23:59:59.999'",
    old: "TIMESTAMP '0001-01-01 00:00:00.001'",
  };
  const selected = Object.entries(columns).map(([name, sql]) => `${sql} AS ${name}`);
  await run(`COPY (SELECT ${selected.join(", ")} FROM range(2)) TO '${path}' (FORMAT parquet)`);
  const table = await openTable(path, new Uint8Array(readFileSync(path)), 1e9);
  const read = await table.read(table.names);
  expect(Object.fromEntries(read.map(({ name, numbers }) => [name, numbers?.[1]]))).toEqual({
    exact: 9_007_199_254_740_991,
    low: -9_007_199_254_740_991,
    beyond: undefined,
    inside: undefined,
    far: Date.parse("9999-12-31T23:59:59.999Z"),
    old: Date.parse("0001-01-01T00:00:00.001Z"),
  });
  expect(read.find(({ name }) => name === "beyond")!.values[1]).toBe(9_007_199_254_740_993n);
  expect(read.find(({ name }) => name === "inside")!.values[1]).toBe(1.5);
});
