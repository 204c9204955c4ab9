import type { FileMetaData, SchemaElement } from "hyparquet";
import type { Column } from "../../primitives/column.ts";
import { invalidFile } from "../file-error.ts";

/** A column of a Parquet file: numbers, text or instants; null for missing values. */
export interface TableColumn {
  readonly name: string;
  /** The entry of the file's schema that describes the column. */
  readonly element: SchemaElement;
  readonly values: ArrayLike<unknown>;
  /** All values as doubles, if each value is a number or an instant in whole milliseconds; decimals are converted. */
  readonly numbers?: Column;
}

/** An opened Parquet file whose columns are read on request. */
export interface ParquetTable {
  readonly names: readonly string[];
  readonly rows: number;
  /** Whether a column contains text. */
  isText(name: string): boolean;
  /** Reads columns by name. Throws `DATA_FILE_INVALID`. */
  read(names: readonly string[]): Promise<readonly TableColumn[]>;
}

/** Parsers that convert times and dates of any unit to milliseconds. */
const PARSERS = {
  timestampFromMilliseconds: Number,
  timestampFromMicroseconds: (micros: bigint) =>
    micros % 1000n === 0n ? Number(micros / 1000n) : Number(micros) / 1e3,
  timestampFromNanoseconds: (nanos: bigint) =>
    nanos % 1_000_000n === 0n ? Number(nanos / 1_000_000n) : Number(nanos) / 1e6,
  dateFromDays: (days: number) => days * 86_400_000,
};

/**
 * Opens a Parquet file whose bytes are in memory. Only columns of plain values are available, not lists or records.
 * Throws `DATA_FILE_INVALID` for other formats, damaged files, unsupported compression, and data above `maxBytes` once decompressed.
 */
export async function openTable(file: string, bytes: Uint8Array, maxBytes: number): Promise<ParquetTable> {
  const { parquetMetadataAsync, parquetRead } = await import("hyparquet");
  const { limitedDecompressors } = await import("./limited-decompressors.ts");
  const { readNumbers } = await import("./read-numbers.ts");
  const buffer = {
    byteLength: bytes.length,
    slice: (start: number, end?: number) => bytes.slice(start, end).buffer as ArrayBuffer,
  };
  const metadata = await readOrRefuse(file, () => parquetMetadataAsync(buffer));
  const rows = Number(metadata.num_rows);
  const tooLarge = (): Error =>
    invalidFile(file, `must be at most ${maxBytes} bytes (maxBytes), is larger once unpacked`, { maxBytes });
  const elements = plainColumns(metadata);
  return {
    names: [...elements.keys()],
    rows,
    isText: (name) => elements.get(name)?.type === "BYTE_ARRAY",
    async read(names) {
      // A value that repeats takes little space in the file but 8 bytes per row in memory, so the size is checked before reading.
      if (rows * 8 * names.length > maxBytes) throw tooLarge();
      const compressors = limitedDecompressors(maxBytes, tooLarge);
      const numbers = new Map<string, Column>();
      for (const name of names) {
        const column = numbersOrUndefined(() => readNumbers(bytes, metadata, elements.get(name)!, compressors));
        if (column !== undefined) numbers.set(name, column);
      }
      const generalNames = names.filter((name) => !numbers.has(name));
      const columns = new Map(generalNames.map((name) => [name, Array.from<unknown>({ length: rows })]));
      const rowsFound = new Map(generalNames.map((name) => [name, 0]));
      if (generalNames.length > 0)
        await readOrRefuse(file, () =>
          parquetRead({
            file: buffer,
            metadata,
            columns: generalNames,
            parsers: PARSERS,
            compressors,
            onChunk: ({ columnName, columnData, rowStart, rowEnd }) => {
              const values = columns.get(columnName)!;
              for (let row = rowStart; row < rowEnd; row++) values[row] = columnData[row - rowStart];
              rowsFound.set(columnName, rowsFound.get(columnName)! + rowEnd - rowStart);
            },
          }),
        );
      return names.map((name): TableColumn => {
        const element = elements.get(name)!;
        const values = numbers.get(name);
        if (values !== undefined) return { name, element, values, numbers: values };
        if (rowsFound.get(name) === rows) return { name, element, values: columns.get(name)! };
        const message = `must have ${rows} values in column ${name}, as its metadata states, has ${rowsFound.get(name)}`;
        throw invalidFile(file, message, { column: name });
      });
    },
  };
}

/** Returns the top-level columns with one plain value per row. */
function plainColumns({ schema }: FileMetaData): ReadonlyMap<string, SchemaElement> {
  const plain = new Map<string, SchemaElement>();
  for (let at = 1; at < schema.length;) {
    const element = schema[at]!;
    const end = endOf(schema, at);
    // In a damaged file a column may have no name.
    const named = typeof element.name === "string";
    if (named && end === at + 1 && element.type !== undefined && element.repetition_type !== "REPEATED")
      plain.set(element.name, element);
    at = end;
  }
  return plain;
}

function endOf(schema: readonly SchemaElement[], at: number): number {
  let end = at + 1;
  for (let child = 0; child < (schema[at]?.num_children ?? 0) && end < schema.length; child++) end = endOf(schema, end);
  return end;
}

/** Returns the numbers read by the fast reader; undefined if it fails, so that the general reader throws the error. */
function numbersOrUndefined(read: () => Column | undefined): Column | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && error.name === "HindcastError") throw error;
    return undefined;
  }
}

async function readOrRefuse<Result>(file: string, read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && error.name === "HindcastError") throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw invalidFile(file, `cannot be read as a Parquet file: ${cause}`, { cause });
  }
}
