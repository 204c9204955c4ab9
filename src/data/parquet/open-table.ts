import type { FileMetaData, SchemaElement } from "hyparquet";
import type { Column } from "../../primitives/column.ts";
import { invalidFile } from "../file-error.ts";

/** A column of a table as the file has it: numbers, texts, instants; null for what is missing. */
export interface TableColumn {
  readonly name: string;
  /** How the file spells its values. */
  readonly element: SchemaElement;
  readonly values: ArrayLike<unknown>;
  /** The values, decimals and all, where each of them is a number or an instant in whole milliseconds. */
  readonly numbers?: Column;
}

/** A Parquet file before its columns are read. */
export interface ParquetTable {
  readonly names: readonly string[];
  readonly rows: number;
  /** Whether a column holds texts. */
  isText(name: string): boolean;
  read(names: readonly string[]): Promise<readonly TableColumn[]>;
}

/** Instants in milliseconds, which a file may count in finer units; days in milliseconds. */
const PARSERS = {
  timestampFromMilliseconds: Number,
  timestampFromMicroseconds: (micros: bigint) =>
    micros % 1000n === 0n ? Number(micros / 1000n) : Number(micros) / 1e3,
  timestampFromNanoseconds: (nanos: bigint) =>
    nanos % 1_000_000n === 0n ? Number(nanos / 1_000_000n) : Number(nanos) / 1e6,
  dateFromDays: (days: number) => days * 86_400_000,
};

/**
 * Opens a Parquet file whose bytes are in memory. Only columns of plain values are there for it, not lists or records.
 * Throws DATA_FILE_INVALID for what is no Parquet file, is damaged, is packed in a way that cannot be unpacked, or is above `maxBytes`
 * once unpacked.
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
    invalidFile(file, `must be at most ${maxBytes} bytes (maxBytes), is more once unpacked`, { maxBytes });
  const elements = plainColumns(metadata);
  return {
    names: [...elements.keys()],
    rows,
    isText: (name) => elements.get(name)?.type === "BYTE_ARRAY",
    async read(names) {
      // A column of one value repeated takes no room in the file, but it does in memory.
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
        const message = `must have ${rows} values in column ${name}, as it says, has ${rowsFound.get(name)}`;
        throw invalidFile(file, message, { column: name });
      });
    },
  };
}

/** The columns at the root that hold one plain value a row. */
function plainColumns({ schema }: FileMetaData): ReadonlyMap<string, SchemaElement> {
  const plain = new Map<string, SchemaElement>();
  for (let at = 1; at < schema.length;) {
    const element = schema[at]!;
    const end = endOf(schema, at);
    // A damaged file may have a column without a name.
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

/** Numbers that are read in the short way; what is wrong with a file is said by the general reader. */
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
    throw invalidFile(file, `must be a whole Parquet file that can be unpacked, cannot be read: ${cause}`, { cause });
  }
}
