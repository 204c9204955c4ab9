import type { RecordBatch } from "apache-arrow";
import type { Column } from "../../primitives/column.ts";
import { COLUMN_UNITS } from "./column-names.ts";
import { recordingError } from "./recording-error.ts";

/** Columns of one length, by name. */
export type NamedColumns = Readonly<Record<string, Column>>;

/** Loaded when a file is read or written: it takes a sixth of a second that nobody else shall wait for. */
const arrow = () => import("apache-arrow");

/**
 * Columns as a file of the Arrow IPC format (what `pyarrow`, pandas, polars and R read): one record batch, every column float64 and without
 * nulls; a missing number is NaN. The same columns give the same bytes.
 */
export async function encodeArrow(columns: NamedColumns, about: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const { Field, Float64, makeData, RecordBatch: Batch, Schema, Struct, Table, tableToIPC } = await arrow();
  const fields = Object.keys(columns).map((name) => {
    const unit = COLUMN_UNITS[name];
    return new Field(name, new Float64(), false, new Map(unit === undefined ? [] : [["unit", unit]]));
  });
  const schema = new Schema(fields, new Map(Object.entries(about)));
  const length = Object.values(columns)[0]!.length;
  // Each column in memory of its own: the writer takes neighbours in one buffer for one piece.
  const children = Object.values(columns).map((column) =>
    makeData({ type: new Float64(), length, nullCount: 0, data: column.slice() }),
  );
  const batch = new Batch(schema, makeData({ type: new Struct(fields), length, nullCount: 0, children }));
  return tableToIPC(new Table(schema, [batch]), "file");
}

/**
 * The columns of an Arrow file over the memory of its bytes, where they lie there in one piece; copied where the file has several record
 * batches or nulls, which become NaN. `names` must be there, `optional` may be. Throws RECORDING_INVALID for what is no such file.
 *
 * A file that was changed by accident never comes here: its sum is wrong. One that was built to do harm, with its true sum in the manifest, can
 * make Arrow's reader use up the memory.
 */
export async function decodeArrow(
  path: string,
  bytes: Uint8Array,
  names: readonly string[],
  optional: readonly string[] = [],
): Promise<NamedColumns> {
  // Outside of what follows: that the reader itself cannot be loaded is no fault of the file.
  const reader = await arrow();
  try {
    return columnsOf(path, bytes, names, optional, reader);
  } catch (error) {
    if (error instanceof Error && error.name === "HindcastError") throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw recordingError("RECORDING_INVALID", path, "must be an Arrow file without compression, cannot be read", {
      cause,
    });
  }
}

function columnsOf(
  path: string,
  bytes: Uint8Array,
  names: readonly string[],
  optional: readonly string[],
  { DataType, Precision, tableFromIPC }: Awaited<ReturnType<typeof arrow>>,
): NamedColumns {
  const batches: readonly RecordBatch[] = tableFromIPC(bytes).batches;
  const fields = batches[0]?.schema.fields ?? [];
  const found: Record<string, Column> = {};
  for (const name of [...names, ...optional]) {
    const at = fields.findIndex((field) => field.name === name);
    if (at < 0) {
      if (optional.includes(name)) continue;
      const has = fields.map((field) => field.name);
      throw recordingError("RECORDING_INVALID", path, `must have a column ${name}, has ${has.join(", ") || "none"}`, {
        column: name,
        columns: has,
      });
    }
    const { type } = fields[at]!;
    if (!DataType.isFloat(type) || type.precision !== Precision.DOUBLE) {
      throw recordingError(
        "RECORDING_INVALID",
        path,
        `must have numbers of 64 bits (float64) in column ${name}, has ${String(type)}`,
        {
          column: name,
          type: String(type),
        },
      );
    }
    found[name] = columnOf(path, name, batches, at);
  }
  return found;
}

function columnOf(path: string, name: string, batches: readonly RecordBatch[], at: number): Column {
  const pieces = batches.map((batch) => pieceOf(path, name, batch, at));
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Float64Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let row = 0;
  for (const piece of pieces) {
    whole.set(piece, row);
    row += piece.length;
  }
  return whole;
}

function pieceOf(path: string, name: string, batch: RecordBatch, at: number): Column {
  const { values, nullCount, nullBitmap } = batch.data.children[at]!;
  const piece = (values as Column).subarray(0, batch.numRows);
  if (piece.length !== batch.numRows) {
    throw recordingError(
      "RECORDING_INVALID",
      path,
      `must have ${batch.numRows} numbers in column ${name}, has ${piece.length}`,
      {
        column: name,
      },
    );
  }
  if (nullCount === 0) return piece;
  return piece.map((value, row) => (((nullBitmap![row >> 3]! >> (row & 7)) & 1) === 1 ? value : NaN));
}
