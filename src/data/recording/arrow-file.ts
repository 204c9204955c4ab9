import { type Column, concatColumns } from "../../primitives/column.ts";
import { type ArrowBatch, type ArrowField, type ArrowPiece, FramingError, readFraming } from "./arrow-framing.ts";
import { COLUMN_UNITS } from "./column-names.ts";
import { invalidRecording } from "../file-error.ts";

/** Columns of equal length by name. */
export type NamedColumns = Readonly<Record<string, Column>>;

/** Loads the Arrow library, which takes a sixth of a second; only writing needs it. */
const arrow = () => import("apache-arrow");

/**
 * Encodes columns as an Arrow IPC file, which pyarrow, pandas, polars and R read: one record batch of float64 columns without nulls; a missing
 * number is NaN. The same columns give the same bytes.
 */
export async function encodeArrow(columns: NamedColumns, about: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const { Field, Float64, makeData, RecordBatch: Batch, Schema, Struct, Table, tableToIPC } = await arrow();
  const fields = Object.keys(columns).map((name) => {
    const unit = COLUMN_UNITS[name];
    return new Field(name, new Float64(), false, new Map(unit === undefined ? [] : [["unit", unit]]));
  });
  const schema = new Schema(fields, new Map(Object.entries(about)));
  const length = Object.values(columns)[0]!.length;
  // Each column is copied to a buffer of its own: the Arrow writer would treat adjacent columns in one buffer as one column.
  const children = Object.values(columns).map((column) =>
    makeData({ type: new Float64(), length, nullCount: 0, data: column.slice() }),
  );
  const batch = new Batch(schema, makeData({ type: new Struct(fields), length, nullCount: 0, children }));
  return tableToIPC(new Table(schema, [batch]), "file");
}

/**
 * Decodes columns of an Arrow file. They share the memory of `bytes`, or are copied if the file has several record batches or nulls, which
 * become NaN. `names` are required. Throws `RECORDING_INVALID` for other bytes, since a matching checksum does not make a file valid.
 */
export function decodeArrow(
  path: string,
  bytes: Uint8Array,
  names: readonly string[],
  optional: readonly string[] = [],
  hasOwnColumns = false,
): NamedColumns {
  try {
    return columnsOf(path, bytes, names, optional, hasOwnColumns);
  } catch (error) {
    if (!(error instanceof FramingError || error instanceof RangeError)) throw error;
    const cause = error.message;
    throw invalidRecording(path, `must be an Arrow file without compression, cannot be read: ${cause}`, { cause });
  }
}

function columnsOf(
  path: string,
  bytes: Uint8Array,
  names: readonly string[],
  optional: readonly string[],
  hasOwnColumns: boolean,
): NamedColumns {
  const { fields, batches } = readFraming(bytes);
  const found: Record<string, Column> = {};
  const own = hasOwnColumns ? fields.filter(({ type }) => type === "Float64").map(({ name }) => name) : [];
  for (const name of new Set([...names, ...optional, ...own])) {
    const field = fields.find((one) => one.name === name);
    if (field === undefined) {
      if (optional.includes(name)) continue;
      const has = fields.map((one) => one.name);
      throw invalidRecording(path, `must have a column ${name}, has ${has.join(", ") || "none"}`, {
        column: name,
        columns: has,
      });
    }
    const { type } = field;
    if (type !== "Float64") {
      throw invalidRecording(path, `must have numbers of 64 bits (float64) in column ${name}, has ${type}`, {
        column: name,
        type,
      });
    }
    found[name] = columnOf(bytes, field, batches);
  }
  return found;
}

function columnOf(bytes: Uint8Array, field: ArrowField, batches: readonly ArrowBatch[]): Column {
  const pieces = batches.map((batch) => pieceOf(bytes, batch.piece(field)));
  if (pieces.length === 1) return pieces[0]!;
  return concatColumns(pieces);
}

function pieceOf(bytes: Uint8Array, { rows, at, nulls, bitmap }: ArrowPiece): Column {
  const start = bytes.byteOffset + at;
  const aligned = start % Float64Array.BYTES_PER_ELEMENT === 0;
  const piece = aligned
    ? new Float64Array(bytes.buffer, start, rows)
    : new Float64Array(bytes.slice(at, at + rows * Float64Array.BYTES_PER_ELEMENT).buffer);
  if (nulls === 0) return piece;
  return piece.map((value, row) => (((bytes[bitmap + (row >> 3)]! >> (row & 7)) & 1) === 1 ? value : NaN));
}
