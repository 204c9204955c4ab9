import type * as Arrow from "apache-arrow";
import type { SchemaElement } from "hyparquet";

/** Type of a table column. A time is epoch milliseconds, a date is days since 1970-01-01, both in UTC. */
export type TableType = "number" | "integer" | "boolean" | "text" | "time" | "date";

/** A column of a table. A missing value is null or NaN. */
export interface TableColumn {
  readonly name: string;
  readonly type: TableType;
  readonly values: ArrayLike<number | string | boolean | null>;
}

/**
 * Encodes a table as an Arrow IPC file, also called Feather version 2, which pyarrow, pandas, polars, DuckDB and R read. Times are timestamps
 * in milliseconds UTC, dates are days, missing values are nulls. The same columns give the same bytes.
 */
export async function arrowTable(columns: readonly TableColumn[]): Promise<Uint8Array> {
  const arrow = await import("apache-arrow");
  const length = columns[0]?.values.length ?? 0;
  const types = {
    number: new arrow.Float64(),
    integer: new arrow.Int32(),
    boolean: new arrow.Bool(),
    text: new arrow.Utf8(),
    time: new arrow.TimestampMillisecond("UTC"),
    date: new arrow.DateDay(),
  };
  const children = columns.map(({ type, values }) => {
    const valid = validityOf(values);
    const nulls = { length, nullCount: valid?.missing ?? 0, nullBitmap: valid?.bitmap ?? null };
    const number = (i: number) => (isMissing(values[i]!) ? 0 : (values[i] as number));
    if (type === "number")
      return arrow.makeData({ type: types.number, ...nulls, data: Float64Array.from({ length }, (_, i) => number(i)) });
    if (type === "integer")
      return arrow.makeData({ type: types.integer, ...nulls, data: Int32Array.from({ length }, (_, i) => number(i)) });
    if (type === "date")
      return arrow.makeData({ type: types.date, ...nulls, data: Int32Array.from({ length }, (_, i) => number(i)) });
    if (type === "time") {
      const data = BigInt64Array.from({ length }, (_, i) => BigInt(number(i)));
      return arrow.makeData({ type: types.time, ...nulls, data });
    }
    if (type === "boolean")
      return arrow.makeData({ type: types.boolean, ...nulls, data: bitsOf(length, (i) => values[i] === true) });
    return textData(arrow, values, nulls);
  });
  const fields = columns.map(({ name, type }) => new arrow.Field(name, types[type], true));
  const schema = new arrow.Schema(fields);
  const batch = new arrow.RecordBatch(
    schema,
    arrow.makeData({ type: new arrow.Struct(fields), length, nullCount: 0, children }),
  );
  return arrow.tableToIPC(new arrow.Table(schema, [batch]), "file");
}

function textData(
  { makeData, Utf8 }: Pick<typeof Arrow, "makeData" | "Utf8">,
  values: TableColumn["values"],
  nulls: { length: number; nullCount: number; nullBitmap: Uint8Array | null },
) {
  const encoder = new TextEncoder();
  const texts = Array.from(values, (value) => encoder.encode(isMissing(value) ? "" : String(value)));
  const valueOffsets = new Int32Array(texts.length + 1);
  for (const [i, text] of texts.entries()) valueOffsets[i + 1] = valueOffsets[i]! + text.length;
  return makeData({ type: new Utf8(), ...nulls, valueOffsets, data: Buffer.concat(texts) });
}

/** Bitmap of the values that are not missing; undefined if none is missing. */
function validityOf(values: TableColumn["values"]): { bitmap: Uint8Array; missing: number } | undefined {
  let missing = 0;
  for (let i = 0; i < values.length; i++) if (isMissing(values[i]!)) missing++;
  return missing === 0 ? undefined : { bitmap: bitsOf(values.length, (i) => !isMissing(values[i]!)), missing };
}

function bitsOf(length: number, isSet: (i: number) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(length / 8));
  for (let i = 0; i < length; i++) if (isSet(i)) bits[i >> 3]! |= 1 << (i & 7);
  return bits;
}

function isMissing(value: number | string | boolean | null): boolean {
  return value === null || Number.isNaN(value);
}

/** How Parquet stores each type. */
const PARQUET: { readonly [T in TableType]: Omit<SchemaElement, "name"> } = {
  number: { type: "DOUBLE" },
  integer: { type: "INT32" },
  boolean: { type: "BOOLEAN" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
  date: { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } },
};

/** Encodes a table as Parquet, compressed with Snappy, with the types of `arrowTable`. */
export async function parquetTable(columns: readonly TableColumn[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const buffer = parquetWriteBuffer({
    schema: [
      { name: "root", num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...PARQUET[type] })),
    ],
    columnData: columns.map(({ name, type, values }) => ({
      name,
      data: Array.from(values, (value) => {
        if (isMissing(value)) return null;
        return type === "time" ? BigInt(value as number) : type === "text" ? String(value) : value;
      }),
    })),
  });
  return new Uint8Array(buffer);
}
