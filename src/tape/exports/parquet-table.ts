import type { ColumnSource } from "hyparquet-writer";
import { writeBeside } from "./write-beside.ts";

/** A column of a table: whole numbers, numbers, or plain values. */
export type TableValues = Int32Array | Float64Array | readonly (number | string | boolean)[];

/**
 * Writes a table of named columns as Parquet, packed by Snappy. Numbers are doubles, and null where they are missing; what is not all numbers, or
 * all yes or no, is text. Throws OUTPUT_NOT_WRITABLE.
 *
 * @example
 * await exportParquetTable("trials.parquet", new Map([["fast", [10, 20]], ["sharpe", Float64Array.of(0.4, NaN)]]));
 */
export async function exportParquetTable(file: string, columns: ReadonlyMap<string, TableValues>): Promise<void> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const buffer = parquetWriteBuffer({ columnData: Array.from(columns, ([name, values]) => columnOf(name, values)) });
  await writeBeside(file, [new Uint8Array(buffer)]);
}

function columnOf(name: string, values: TableValues): ColumnSource {
  if (values instanceof Int32Array) return { name, data: values, type: "INT32", nullable: false };
  const all = (type: string) => Array.from<unknown>(values).every((value) => typeof value === type);
  if (all("number")) {
    const data = Array.from(values as ArrayLike<number>, (value) => (Number.isNaN(value) ? null : value));
    return { name, data, type: "DOUBLE", nullable: true };
  }
  if (all("boolean")) return { name, data: Array.from<unknown>(values), type: "BOOLEAN", nullable: false };
  return { name, data: Array.from<unknown, string>(values, String), type: "STRING", nullable: false };
}
