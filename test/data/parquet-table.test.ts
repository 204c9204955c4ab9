import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { exportParquetTable, type TableValues } from "hindcast/data";
import { expect, test } from "vitest";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const folder = temporaryFolder();

function fileOf(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(path)).buffer;
}

test("a table exported to Parquet keeps its column types and stores missing numbers as null", async () => {
  const path = join(folder, "table.parquet");
  const columns = new Map<string, TableValues>([
    ["rank", Int32Array.of(0, 1)],
    ["sharpe", Float64Array.of(0.1 + 0.2, NaN)],
    ["fast", [5, 10]],
    ["pace", ["slow", "schnell ü"]],
    ["whole", [true, false]],
    ["mixed", [1, "auto"]],
  ]);
  await exportParquetTable(path, columns);
  expect(await parquetReadObjects({ file: fileOf(path) })).toEqual([
    { rank: 0, sharpe: 0.30000000000000004, fast: 5, pace: "slow", whole: true, mixed: "1" },
    { rank: 1, sharpe: null, fast: 10, pace: "schnell ü", whole: false, mixed: "auto" },
  ]);
  const types = parquetMetadata(fileOf(path))
    .schema.slice(1)
    .map(({ name, type }) => `${name} ${type}`);
  expect(types).toEqual([
    "rank INT32",
    "sharpe DOUBLE",
    "fast DOUBLE",
    "pace BYTE_ARRAY",
    "whole BOOLEAN",
    "mixed BYTE_ARRAY",
  ]);
});

test("a table column of only missing numbers is exported to Parquet as a column of numbers", async () => {
  const path = join(folder, "missing.parquet");
  await exportParquetTable(path, new Map([["sharpe", Float64Array.of(NaN, NaN)]]));
  expect(await parquetReadObjects({ file: fileOf(path) })).toEqual([{ sharpe: null }, { sharpe: null }]);
});

test("exporting a table to a file that cannot be written fails with the file's path", async () => {
  const path = join(folder, "none", "table.parquet");
  await expect(exportParquetTable(path, new Map([["rank", Int32Array.of(0)]]))).rejects.toMatchObject({
    code: "OUTPUT_NOT_WRITABLE",
  });
});
