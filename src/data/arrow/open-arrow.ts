import type * as Arrow from "apache-arrow";
import type { Data, Table, Vector } from "apache-arrow";
import type { TextBytes } from "../csv/cell.ts";
import { fileError, invalidFile } from "../file-error.ts";
import type { BarTable, Clock } from "../reading/bar-table.ts";
import { tableOfValues } from "../reading/value-table.ts";
import { readFraming } from "../recording/arrow-framing.ts";
import { unpackLz4Frame } from "./lz4-frame.ts";

/** Whether bytes begin like an Arrow file, or like a stream: a marker, the length of its first message, and that message. */
export function isArrow(bytes: Uint8Array): boolean {
  if (Buffer.from(bytes.subarray(0, 6)).toString("latin1") === "ARROW1") return true;
  return bytes.length > 8 && bytes.subarray(0, 4).every((byte) => byte === 0xff) && bytes[7] === 0;
}

/**
 * Opens an Arrow file (Feather version 2) or stream as a table, plain or packed with LZ4 or Zstandard. Throws `DATA_EMPTY`, and
 * `DATA_FILE_INVALID` for damaged files, unknown types and data above `maxBytes` once unpacked.
 */
export async function openArrow(file: string, { bytes, length }: TextBytes, maxBytes: number): Promise<BarTable> {
  const table = await tableOfBytes(file, bytes.subarray(0, length), maxBytes);
  if (table.numRows === 0) throw fileError("DATA_EMPTY", file, "has no rows");
  const { fields } = table.schema;
  const library = await import("apache-arrow");
  for (const [position, { name }] of fields.entries())
    if (!isComplete(table.getChildAt(position)!, table.numRows, library.DataType))
      throw invalidFile(
        file,
        `cannot be read as an Arrow file: column ${name} has fewer values than the table has rows`,
      );
  const columns = fields.map((_, position) => {
    try {
      return columnOf(table.getChildAt(position)!, library);
    } catch (error) {
      throw damaged(file, error);
    }
  });
  return tableOfValues({
    file,
    kind: "Arrow",
    names: fields.map(({ name }) => (/^__index_level_\d+__$/.test(name) ? "" : name)),
    named: true,
    facts: {},
    notes: [],
    length: table.numRows,
    value: (row, position) => columns[position]!.values[row],
    counted: "row",
    clock: (position) => columns[position]!.clock,
  });
}

async function tableOfBytes(file: string, bytes: Uint8Array, maxBytes: number): Promise<Table> {
  const { CompressionType, compressionRegistry, tableFromIPC } = await import("apache-arrow");
  const { decompress } = await import("fzstd");
  const tooLarge = (): Error =>
    invalidFile(file, `must be at most ${maxBytes} bytes (maxBytes), is larger once unpacked`, { maxBytes });
  let left = maxBytes;
  const reserve = (more: number): void => {
    left -= more;
    if (left < 0) throw tooLarge();
  };
  // The library reads in one step, so its registry of codecs can hold the limit of this file.
  compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: (packed) => unpackLz4Frame(packed, reserve) });
  compressionRegistry.set(CompressionType.ZSTD, {
    decode(packed) {
      const unpacked = decompress(packed);
      reserve(unpacked.length);
      return unpacked;
    },
  });
  try {
    // The library checks no lengths, so damaged framing is found first.
    const { batches } = readFraming(bytes, { packed: true });
    if (batches.reduce((sum, { rows }) => sum + rows, 0) * 8 > maxBytes) throw tooLarge();
    return tableFromIPC(bytes);
  } catch (error) {
    if (error instanceof Error && error.name === "HindcastError") throw error;
    throw damaged(file, error);
  }
}

function damaged(file: string, error: unknown): Error {
  const cause = error instanceof Error ? error.message : String(error);
  return invalidFile(file, `cannot be read as an Arrow file: ${cause}`, { cause });
}

/** Whether a column has the values that its length states: a damaged length could exhaust the memory. */
function isComplete(vector: Vector, rows: number, types: typeof Arrow.DataType): boolean {
  return vector.length === rows && vector.data.every((chunk: Data) => hasValues(chunk, types));
}

function hasValues(chunk: Data, types: typeof Arrow.DataType): boolean {
  const { type, length, nullCount, values, valueOffsets, nullBitmap, stride, children, dictionary } = chunk;
  const bitmapLength = Math.ceil(length / 8);
  if (types.isNull(type)) return true;
  if (nullCount > 0 && (nullBitmap?.length ?? 0) < bitmapLength) return false;
  if (valueOffsets !== undefined && valueOffsets.length > 0) return valueOffsets.length > length;
  const stored = (values as ArrayLike<unknown> | undefined)?.length ?? 0;
  if (dictionary !== undefined && !isComplete(dictionary, dictionary.length, types)) return false;
  if (children.length > 0) return children.every((child) => child.length >= length && hasValues(child, types));
  return stored >= (types.isBool(type) ? bitmapLength : length * stride);
}

/** The values of a column: numbers, text, and times in milliseconds; null for missing ones. */
interface ArrowColumn {
  readonly clock: Clock | undefined;
  readonly values: readonly unknown[];
}

function columnOf(
  vector: Vector,
  { DataType: types, DateUnit }: Pick<typeof Arrow, "DataType" | "DateUnit">,
): ArrowColumn {
  const { type } = vector;
  if (types.isTimestamp(type)) {
    const unit = UNITS_PER_MS[type.unit]!;
    const clock = type.timezone === null || type.timezone === undefined || type.timezone === "" ? "local" : "instant";
    return { clock, values: rawValues(vector, (count) => milliseconds(count as bigint, unit)) };
  }
  if (types.isTime(type)) {
    const unit = UNITS_PER_MS[type.unit]!;
    return { clock: "time of day", values: rawValues(vector, (count) => milliseconds(BigInt(count as number), unit)) };
  }
  if (types.isDate(type)) {
    const isDays = type.unit === DateUnit.DAY;
    return { clock: "date", values: rawValues(vector, (count) => Number(count) * (isDays ? 86_400_000 : 1)) };
  }
  if (types.isDecimal(type)) {
    const power = 10 ** type.scale;
    return { clock: undefined, values: Array.from(vector, (value) => value && decimalOf(value as Uint32Array, power)) };
  }
  return { clock: undefined, values: Array.from(vector, plainValue) };
}

/** Counts of each unit of times in a millisecond, by the code of the unit: seconds, milliseconds, microseconds, nanoseconds. */
const UNITS_PER_MS = [0.001, 1, 1e3, 1e6];

/** Returns whole milliseconds, or a text for a time that has a fraction of one. */
function milliseconds(count: bigint, perMs: number): number | string {
  if (perMs < 1) return Number(count) * 1000;
  const whole = count / BigInt(perMs);
  return whole * BigInt(perMs) === count ? Number(whole) : `${Number(count) / perMs} milliseconds since 1970`;
}

/** Converts the stored values of a column. */
function rawValues(vector: Vector, convert: (stored: unknown) => unknown): readonly unknown[] {
  return vector.data.flatMap((chunk: Data) =>
    Array.from({ length: chunk.length }, (_, i) => (chunk.getValid(i) ? convert(chunk.values[i]) : null)),
  );
}

/** Returns the nearest double of a decimal of four or eight words, whose lowest word is first. */
function decimalOf(words: Uint32Array, power: number): number {
  let units = 0n;
  for (let i = words.length - 1; i >= 0; i--) units = (units << 32n) | BigInt(words[i]!);
  const bits = 32 * words.length;
  return Number(BigInt.asIntN(bits, units)) / power;
}

/** Returns integers as numbers, if a double represents them exactly. */
function plainValue(value: unknown): unknown {
  return typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
