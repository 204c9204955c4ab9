import type {
  ColumnChunk,
  ColumnMetaData,
  Compressors,
  DecodedArray,
  FileMetaData,
  PageHeader,
  SchemaElement,
} from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { decompressPage, readDataPage, readDataPageV2 } from "hyparquet/src/datapage.js";
import { readPlain } from "hyparquet/src/plain.js";
import { readVarInt } from "hyparquet/src/thrift.js";
import type { Column } from "../../primitives/column.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { LARGEST_EXACT_POWER, LARGEST_EXACT_UNITS } from "./decimals.ts";

/** How stored numbers are converted: divided without remainder, then multiplied, then divided by a power of ten. */
interface Scale {
  readonly divisor: number;
  readonly multiplier: number;
  readonly power: number;
}

const PLAIN: Scale = { divisor: 1, multiplier: 1, power: 1 };
const PER_UNIT = { MILLIS: 1, MICROS: 1e3, NANOS: 1e6 } as const;
const TWO_32 = 2 ** 32;

/**
 * Reads a numeric Parquet column directly from its pages; times become milliseconds. Returns undefined if a value is missing or not exact as a
 * double, or if the column's type or encoding is not supported here. The general reader then reads the column, or throws.
 */
export function readNumbers(
  bytes: Uint8Array,
  metadata: FileMetaData,
  element: SchemaElement,
  compressors: Compressors,
): Column | undefined {
  const scale = scaleOf(element);
  if (scale === undefined) return undefined;
  const numbers = new Float64Array(Number(metadata.num_rows));
  let row = 0;
  for (const group of metadata.row_groups) {
    const chunk = group.columns.find(({ meta_data: meta }) => meta?.path_in_schema[0] === element.name);
    const end = row + Number(group.num_rows);
    if (chunk === undefined || end > numbers.length) return undefined;
    if (!readChunk(bytes, chunk, element, scale, compressors, numbers.subarray(row, end))) return undefined;
    row = end;
  }
  return row === numbers.length ? numbers : undefined;
}

/** Returns the conversion for a type, by the rules of hyparquet and in the same order; undefined for types not supported here. */
function scaleOf({
  type,
  converted_type: converted,
  logical_type: logical,
  scale = 0,
}: SchemaElement): Scale | undefined {
  if (type === "DOUBLE" || type === "FLOAT")
    return converted === undefined && logical === undefined ? PLAIN : undefined;
  if (type !== "INT32" && type !== "INT64") return undefined;
  switch (converted) {
    case "DECIMAL":
      return decimal(scale);
    case "DATE":
      return { ...PLAIN, multiplier: DAY_MS };
    case "TIMESTAMP_MILLIS":
      return PLAIN;
    case "TIMESTAMP_MICROS":
      return { ...PLAIN, divisor: PER_UNIT.MICROS };
    case undefined:
      if (logical?.type === "TIMESTAMP") return { ...PLAIN, divisor: PER_UNIT[logical.unit] };
      if (logical?.type === "DECIMAL") return decimal(logical.scale);
      return logical === undefined || (logical.type === "INTEGER" && logical.isSigned) ? PLAIN : undefined;
    default:
      return /^INT_\d+$/.test(converted) ? PLAIN : undefined;
  }
}

function decimal(scale: number): Scale | undefined {
  return scale <= LARGEST_EXACT_POWER ? { ...PLAIN, power: 10 ** scale } : undefined;
}

type ColumnDecoder = Parameters<typeof readDataPage>[2];

/** An empty set of parsers, so that hyparquet decodes values without converting them. */
const NO_PARSERS = {} as ColumnDecoder["parsers"];

/** Reads the pages of one row group into `out`; false if they do not contain exactly as many numbers as the row group has rows. */
function readChunk(
  bytes: Uint8Array,
  { meta_data: meta, file_path: externalFile }: ColumnChunk,
  element: SchemaElement,
  scale: Scale,
  compressors: Compressors,
  out: Float64Array,
): boolean {
  if (meta === undefined || externalFile !== undefined) return false;
  const { type, codec } = meta;
  if (type !== element.type) return false;
  const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const size = Number(meta.total_compressed_size);
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset + start, size), offset: 0 };
  let dictionary: Float64Array | undefined;
  let row = 0;
  while (row < out.length) {
    const header = parquetHeader(reader);
    const packed = bytes.subarray(start + reader.offset, start + reader.offset + header.compressed_page_size);
    reader.offset += header.compressed_page_size;
    const dictionaryHeader = header.dictionary_page_header;
    if (dictionaryHeader !== undefined) {
      const page = decompressPage(packed, header.uncompressed_page_size, codec, compressors);
      const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
      const values = readPlain({ view, offset: 0 }, type, dictionaryHeader.num_values, undefined);
      dictionary = new Float64Array(values.length);
      if (!convertValues(values, scale, dictionary)) return false;
      continue;
    }
    const page = header.data_page_header ?? header.data_page_header_v2;
    if (page === undefined || page.num_values > out.length - row) return false;
    const values = valuesOf(packed, header, element, codec, compressors);
    // A page with fewer values than rows has missing values, which only the general reader supports.
    if (values?.length !== page.num_values) return false;
    const rows = out.subarray(row, row + values.length);
    const isRead = page.encoding.endsWith("_DICTIONARY")
      ? lookUpDictionary(values, dictionary, rows)
      : convertValues(values, scale, rows);
    if (!isRead) return false;
    row += values.length;
  }
  return true;
}

/** Decodes the values of a page, or their dictionary indexes; undefined if the page declares missing values. */
function valuesOf(
  packed: Uint8Array,
  header: PageHeader,
  element: SchemaElement,
  codec: ColumnMetaData["codec"],
  compressors: Compressors,
): DecodedArray | undefined {
  const { data_page_header: v1, data_page_header_v2: v2, uncompressed_page_size: size } = header;
  // Pages without missing values are decoded as if the column were required, so that hyparquet skips the definition levels.
  const decoder: ColumnDecoder = {
    type: element.type!,
    element,
    codec,
    compressors,
    pathInSchema: [],
    schemaPath: [],
    parsers: NO_PARSERS,
  };
  if (v2 !== undefined) {
    if (v2.num_nulls > 0) return undefined;
    const levels = v2.repetition_levels_byte_length + v2.definition_levels_byte_length;
    const none = { ...v2, repetition_levels_byte_length: 0, definition_levels_byte_length: 0 };
    const remainder = { ...header, uncompressed_page_size: size - levels, data_page_header_v2: none };
    return readDataPageV2(packed.subarray(levels), remainder, decoder).dataPage;
  }
  const page = decompressPage(packed, size, codec, compressors);
  if (element.repetition_type === "REQUIRED") return readDataPage(page, v1!, decoder).dataPage;
  const levels = definitionLevelsLength(page, v1!.num_values);
  return levels === undefined ? undefined : readDataPage(page.subarray(levels), v1!, decoder).dataPage;
}

/** Returns the byte length of definition levels that mark every row as present in one run; undefined for any other levels. */
function definitionLevelsLength(page: Uint8Array, rows: number): number | undefined {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const reader = { view, offset: 4 };
  const run = readVarInt(reader);
  const isOneRun = run % 2 === 0 && run / 2 >= rows && view.getUint8(reader.offset) === 1;
  return isOneRun ? 4 + view.getUint32(0, true) : undefined;
}

/** Converts the values of a page into `out`; false if a value is not exactly a number. */
function convertValues(values: DecodedArray, scale: Scale, out: Float64Array): boolean {
  if (values instanceof BigInt64Array) return convertInt64(values, scale, out);
  const { divisor, multiplier, power } = scale;
  const isNumbers = values instanceof Float64Array || values instanceof Float32Array || values instanceof Int32Array;
  if (!isNumbers || divisor !== 1) return false;
  out.set(values);
  if (scale !== PLAIN) for (let i = 0; i < out.length; i++) out[i] = (out[i]! * multiplier) / power;
  return true;
}

/** Converts 64-bit integers as two 32-bit halves, since each `bigint` would be an object. */
function convertInt64(values: BigInt64Array, { divisor, multiplier, power }: Scale, out: Float64Array): boolean {
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  const limit = power === 1 ? Number.MAX_SAFE_INTEGER : LARGEST_EXACT_UNITS;
  for (let i = 0; i < values.length; i++) {
    const high = words[2 * i + 1]!;
    const quotient = Math.floor(high / divisor);
    const remainder = (high - quotient * divisor) * TWO_32 + (words[2 * i]! >>> 0);
    const last = Math.floor(remainder / divisor);
    const value = quotient * TWO_32 + last;
    if (last * divisor !== remainder || !(Math.abs(value) <= limit)) return false;
    out[i] = (value * multiplier) / power;
  }
  return true;
}

function lookUpDictionary(indexes: DecodedArray, dictionary: Float64Array | undefined, out: Float64Array): boolean {
  if (dictionary === undefined) return false;
  const { length } = dictionary;
  for (let i = 0; i < out.length; i++) {
    const index: number = indexes[i];
    if (!(index < length)) return false;
    out[i] = dictionary[index]!;
  }
  return true;
}
