/*
 * Locates columns of numbers in Arrow IPC files and streams (format versions 4 and 5). The library's reader checks no lengths: one changed byte
 * makes it loop forever or exhaust memory. Here every length is checked against the remaining bytes, and shared references cannot make a
 * message be read more than a few times.
 */

/** A column of an Arrow schema, and its position in record batches. */
export interface ArrowField {
  readonly name: string;
  /** Type name for error messages, such as `Float64`. */
  readonly type: string;
  /** Indexes of the column's node and first buffer; undefined after a column whose number of buffers is unknown. */
  readonly node: number | undefined;
  readonly buffer: number | undefined;
}

/** Location of the numbers of one column in one record batch. */
export interface ArrowPiece {
  readonly rows: number;
  readonly at: number;
  readonly nulls: number;
  /** Start of the validity bitmap; only read if `nulls` is above 0. */
  readonly bitmap: number;
}

/** A record batch; `piece` locates a float64 column in it. */
export interface ArrowBatch {
  readonly rows: number;
  piece(field: ArrowField): ArrowPiece;
}

/** Columns and record batches of a file or stream. */
export interface ArrowFraming {
  readonly fields: readonly ArrowField[];
  readonly batches: readonly ArrowBatch[];
}

/** Error for invalid bytes; its message becomes part of a `HindcastError`. */
export class FramingError extends Error {}

const MAGIC = "ARROW1";
/** Values of `MessageHeader` in the Arrow format. */
const SCHEMA = 1;
const DICTIONARY_BATCH = 2;
const RECORD_BATCH = 3;
/** Arrow's code for metadata version 5, in which unions have no bitmap. */
const V5 = 4;

/**
 * Arrow's data types by their code: the name, and the number of buffers of a column in a record batch; undefined if this number differs between
 * batches.
 */
const TYPES: readonly (readonly [name: string, buffers?: number])[] = [
  ["none"],
  ["Null", 0],
  ["Int", 2],
  ["Float", 2],
  ["Binary", 3],
  ["Utf8", 3],
  ["Bool", 2],
  ["Decimal", 2],
  ["Date", 2],
  ["Time", 2],
  ["Timestamp", 2],
  ["Interval", 2],
  ["List", 2],
  ["Struct", 1],
  ["Union"],
  ["FixedSizeBinary", 2],
  ["FixedSizeList", 1],
  ["Map", 2],
  ["Duration", 2],
  ["LargeBinary", 3],
  ["LargeUtf8", 3],
  ["LargeList", 2],
  ["RunEndEncoded", 0],
  ["BinaryView"],
  ["Utf8View"],
  ["ListView", 3],
  ["LargeListView", 3],
];
const FLOAT = 3;
const FLOATS = ["Float16", "Float32", "Float64"];

/** Locates the columns of an Arrow file or stream; with `packed`, its buffers may be compressed, and columns cannot be located. Throws `FramingError`, and `RangeError` for positions outside the bytes. */
export function readFraming(bytes: Uint8Array, { packed = false } = {}): ArrowFraming {
  const end = bytes.length;
  if (!isMagic(bytes, 0)) {
    const { schema, version, batches } = readStream(bytes, 0);
    return { fields: fieldsOf(schema), batches: batches.map((batch) => batchOf(batch, version, packed)) };
  }
  if (end < 24 || !isMagic(bytes, end - MAGIC.length)) throw new FramingError(`the file does not end with ${MAGIC}`);
  const length = viewOf(bytes, end - 10, end).getInt32(0, true);
  const start = end - 10 - length;
  if (length <= 0 || start < 8) throw new FramingError(`the footer has ${length} bytes`);
  const footer = rootOf(viewOf(bytes, start, end - 10));
  const fields = fieldsOf(footer.table(1));
  const version = footer.int16(0);
  checkMetadata(footer, 4);
  for (const view of footer.structViews(2, 24)) {
    const [offset, metadata] = [count(view, 0), view.getInt32(8, true)];
    if (offset > start || metadata <= 0) throw new FramingError("a dictionary is outside the file");
    const message = messageAt(bytes, offset, offset + metadata);
    if (message?.kind !== DICTIONARY_BATCH) throw new FramingError("the footer states another dictionary");
    checkLists(message.header.table(1));
  }
  let last = 8;
  const batches = footer.structViews(3, 24).map((view) => {
    const [offset, metadata, body] = [count(view, 0), view.getInt32(8, true), count(view, 16)];
    // Overlapping batches could yield more rows than the file has bytes.
    if (offset < last || metadata <= 0) throw new FramingError("record batches overlap");
    last = offset + metadata + body;
    if (last > start) throw new FramingError("a record batch reaches into the footer");
    const message = messageAt(bytes, offset, offset + metadata);
    if (message?.kind !== RECORD_BATCH || message.bodyLength !== body)
      throw new FramingError("a record batch has another length than the footer states");
    return batchOf({ header: message.header, start: offset + metadata, end: last }, version, packed);
  });
  return { fields, batches };
}

interface Message {
  readonly kind: number;
  readonly header: FlatTable;
  readonly version: number;
  readonly bodyLength: number;
  /** Position at which the metadata of the message end and the body starts. */
  readonly end: number;
}

interface BatchBytes {
  readonly header: FlatTable;
  readonly start: number;
  readonly end: number;
}

/** Reads the schema and the record batches of a stream. */
function readStream(
  bytes: Uint8Array,
  from: number,
): { schema: FlatTable; version: number; batches: readonly BatchBytes[] } {
  const first = messageAt(bytes, from, bytes.length);
  if (first?.kind !== SCHEMA) throw new FramingError("the first message is not a schema");
  const batches: BatchBytes[] = [];
  for (let at = first.end + first.bodyLength; at < bytes.length;) {
    const message = messageAt(bytes, at, bytes.length);
    if (message === undefined) break;
    const end = message.end + message.bodyLength;
    if (end > bytes.length) throw new FramingError("a message ends early");
    if (message.kind === DICTIONARY_BATCH) checkLists(message.header.table(1));
    if (message.kind === RECORD_BATCH) batches.push({ header: message.header, start: message.end, end });
    at = end;
  }
  return { schema: first.header, version: first.version, batches };
}

/** Reads the message at `at`, whose metadata must end before `limit`; undefined at the end of a stream. */
function messageAt(bytes: Uint8Array, at: number, limit: number): Message | undefined {
  const view = viewOf(bytes, at, limit);
  const word = view.getInt32(0, true);
  // Since Arrow format version 5, a marker of four bytes (-1) precedes the length of a message.
  const prefix = word === -1 ? 8 : 4;
  const length = word === -1 ? view.getInt32(4, true) : word;
  if (length === 0) return undefined;
  if (length < 0 || at + prefix + length > limit) throw new FramingError(`a message has ${length} bytes of metadata`);
  const message = rootOf(viewOf(bytes, at + prefix, at + prefix + length));
  const bodyLength = message.count(3);
  checkMetadata(message, 4);
  return {
    kind: message.uint8(1),
    header: message.table(2),
    version: message.int16(0),
    bodyLength,
    end: at + prefix + length,
  };
}

/** Returns the columns of a schema with their positions: a column's node and buffers precede those of its children. */
function fieldsOf(schema: FlatTable): readonly ArrowField[] {
  if (schema.int16(0) !== 0) throw new FramingError("the numbers are big-endian");
  checkMetadata(schema, 2);
  let node: number | undefined = 0;
  let buffer: number | undefined = 0;
  const countBuffers = (field: FlatTable): string => {
    const dictionary = field.has(4);
    const [name, buffers] = dictionary ? ["Dictionary", 2] : (TYPES[field.uint8(2)] ?? ["unknown"]);
    if (node !== undefined) node++;
    buffer = buffers === undefined || buffer === undefined ? undefined : buffer + buffers;
    if (buffer === undefined) node = undefined;
    // A dictionary's values and their child columns are stored in other messages.
    checkMetadata(field, 6);
    const children = field.tables(5);
    if (dictionary) for (const child of children) checkField(child);
    else for (const child of children) countBuffers(child);
    return name === TYPES[FLOAT]![0] ? (FLOATS[field.table(3).int16(0)] ?? name) : name;
  };
  return schema.tables(1).map((field) => {
    const place = { node, buffer };
    return { name: field.text(0), type: countBuffers(field), ...place };
  });
}

/** Checks the lengths of the lists of a column and of its child columns. */
function checkField(field: FlatTable): void {
  checkMetadata(field, 6);
  for (const child of field.tables(5)) checkField(child);
}

/** Checks the lengths of lists that are not read here, but that the library reads. */
function checkMetadata(table: FlatTable, slot: number): void {
  table.tables(slot);
}

/** Checks the lengths of the lists of a record batch: nodes, buffers, and counts of buffers. */
function checkLists(batch: FlatTable): void {
  batch.structViews(1, 16);
  batch.structViews(2, 16);
  batch.structViews(4, 8);
}

function batchOf({ header, start, end }: BatchBytes, version: number, packed: boolean): ArrowBatch {
  if (!packed && header.has(3)) throw new FramingError("the file is compressed");
  if (version > V5) throw new FramingError(`the version of the metadata is ${version}`);
  header.structViews(4, 8);
  const rows = header.count(0);
  const nodes = header.structViews(1, 16);
  const buffers = header.structViews(2, 16);
  /** Returns the start of a buffer. Throws if it has fewer than `needed` bytes. */
  const startOfBuffer = (at: number, needed: number): number => {
    const buffer = buffers[at];
    if (buffer === undefined) throw new FramingError(`a record batch has ${buffers.length} buffers`);
    const [offset, length] = [count(buffer, 0), count(buffer, 8)];
    if (length < needed || start + offset + length > end)
      throw new FramingError(`a buffer has ${length} bytes but needs ${needed}`);
    return start + offset;
  };
  return {
    rows,
    piece({ name, node: at, buffer }) {
      if (at === undefined || buffer === undefined)
        throw new FramingError(`column ${name} follows a column whose buffers cannot be counted`);
      const node = nodes[at];
      if (node === undefined || count(node, 0) !== rows)
        throw new FramingError(`column ${name} has a different number of rows than its record batch`);
      const nulls = count(node, 8);
      if (nulls > rows) throw new FramingError(`column ${name} has ${nulls} nulls in ${rows} rows`);
      const bitmap = nulls === 0 ? 0 : startOfBuffer(buffer, Math.ceil(rows / 8));
      return { rows, at: startOfBuffer(buffer + 1, 8 * rows), nulls, bitmap };
    },
  };
}

function isMagic(bytes: Uint8Array, at: number): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1", at, at + MAGIC.length) === MAGIC;
}

function viewOf(bytes: Uint8Array, start: number, end: number): DataView {
  if (start < 0 || start > end || end > bytes.length) throw new FramingError("a message reaches beyond the bytes");
  return new DataView(bytes.buffer, bytes.byteOffset + start, end - start);
}

/** Reads a 64-bit count. Throws `FramingError` for a negative or unsafe integer. */
function count(view: DataView, at: number): number {
  const value = Number(view.getBigInt64(at, true));
  if (value < 0 || !Number.isSafeInteger(value)) throw new FramingError(`a length has the invalid value ${value}`);
  return value;
}

function rootOf(view: DataView): FlatTable {
  // Data with several references are read once per reference; the budget of four times the message stops endless reading.
  return new FlatTable(view, view.getUint32(0, true), { left: 4 * view.byteLength });
}

/** A table of FlatBuffers. All reads go through a `DataView` of its message, which throws `RangeError` for positions outside. */
class FlatTable {
  readonly #view: DataView;
  readonly #at: number;
  readonly #slotTable: number;
  readonly #slotTableEnd: number;
  /** Number of bytes that all tables of a message together may still read, so that many references to the same data cannot cause endless reading. */
  readonly #budget: { left: number };

  constructor(view: DataView, at: number, budget: { left: number }) {
    this.#view = view;
    this.#at = at;
    this.#slotTable = at - view.getInt32(at, true);
    // The library reads sizes with a sign, and takes a table of a negative size as empty.
    const size = view.getInt16(this.#slotTable, true);
    if (size < 4) throw new FramingError(`a FlatBuffers table has ${size} bytes of slots`);
    this.#slotTableEnd = this.#slotTable + size;
    this.#budget = budget;
  }

  has(slot: number): boolean {
    return this.#offsetOf(slot) !== undefined;
  }

  uint8(slot: number): number {
    const offset = this.#offsetOf(slot);
    return offset === undefined ? 0 : this.#view.getUint8(offset);
  }

  int16(slot: number): number {
    const offset = this.#offsetOf(slot);
    return offset === undefined ? 0 : this.#view.getInt16(offset, true);
  }

  count(slot: number): number {
    const offset = this.#offsetOf(slot);
    return offset === undefined ? 0 : count(this.#view, offset);
  }

  table(slot: number): FlatTable {
    const offset = this.#offsetOf(slot);
    if (offset === undefined) throw new FramingError("a FlatBuffers table lacks a required field");
    return new FlatTable(this.#view, offset + this.#view.getUint32(offset, true), this.#budget);
  }

  text(slot: number): string {
    const { start, length } = this.#vector(slot, 1);
    const { buffer, byteOffset } = this.#view;
    return Buffer.from(buffer, byteOffset + start, length).toString();
  }

  tables(slot: number): readonly FlatTable[] {
    const { start, length } = this.#vector(slot, 4);
    return Array.from({ length }, (_, at) => {
      const offset = start + 4 * at;
      return new FlatTable(this.#view, offset + this.#view.getUint32(offset, true), this.#budget);
    });
  }

  structViews(slot: number, size: number): readonly DataView[] {
    const { start, length } = this.#vector(slot, size);
    const { buffer, byteOffset } = this.#view;
    return Array.from({ length }, (_, at) => new DataView(buffer, byteOffset + start + size * at, size));
  }

  #vector(slot: number, size: number): { readonly start: number; readonly length: number } {
    const offset = this.#offsetOf(slot);
    if (offset === undefined) return { start: 0, length: 0 };
    const at = offset + this.#view.getUint32(offset, true);
    const length = this.#view.getUint32(at, true);
    this.#budget.left -= length * size;
    if (at + 4 + length * size > this.#view.byteLength || this.#budget.left < 0)
      throw new FramingError(`a list has ${length} entries`);
    return { start: at + 4, length };
  }

  #offsetOf(slot: number): number | undefined {
    const entry = this.#slotTable + 4 + 2 * slot;
    if (entry >= this.#slotTableEnd) return undefined;
    const offset = this.#view.getInt16(entry, true);
    if (offset < 0) throw new FramingError(`a FlatBuffers table has a field ${-offset} bytes before it`);
    return offset === 0 ? undefined : this.#at + offset;
  }
}
