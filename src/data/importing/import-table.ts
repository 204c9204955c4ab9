import { basename } from "node:path";
import type { Column } from "../../primitives/column.ts";
import type { HindcastError } from "../../primitives/errors.ts";
import { type CellReader, cellsOfLine, NUMBER_CELLS, textOf } from "../csv/cell.ts";
import { fileError, invalidFile, lineAt } from "../file-error.ts";
import { type ColumnReader, firstRow, readHeader, readRows, type Table } from "../csv/rows.ts";
import type { Zone } from "../../time/zone.ts";
import type { BarTable } from "../reading/bar-table.ts";
import { type FoundTable, readSeries } from "../reading/read-series.ts";
import type { ImportFile } from "./importer.ts";

/** Accepted column names of each role that a column can have, normalized. */
export type Spellings<R extends string> = Readonly<Record<R, readonly string[]>>;

/** Position of the column of each role; undefined if the table lacks it. */
export type Positions<R extends string> = Readonly<Record<R, number | undefined>>;

/** Reads the header of a file that names its columns in the first line. */
export function tableWithHeader({ file, text }: Pick<ImportFile, "file" | "text">): Table {
  return { file, text, header: readHeader(file, text) };
}

/** Creates the table of a file without a header, whose columns have the given names. Throws `DATA_FILE_INVALID` for a file that is not text. */
export function tableWithoutHeader({ file, text }: ImportFile, names: readonly string[]): Table {
  const start = hasByteOrderMark(text.bytes) ? 3 : 0;
  const { delimiter } = readHeader(file, text);
  return { file, text, header: { delimiter, names, start, end: start } };
}

/** Returns the cells of the first line, whether it is a header or not. */
export function firstLine({ file, text }: ImportFile): readonly string[] {
  const { delimiter } = readHeader(file, text);
  return cellsOfLine(text, hasByteOrderMark(text.bytes) ? 3 : 0, delimiter);
}

/** Reads the series of a table with the choices of the import. Bad rows are refused one by one. */
export function readTable(
  { file, symbol, settings, refusals }: ImportFile,
  table: BarTable,
  zone: Zone,
): Promise<FoundTable> {
  const { columns, dateFormat, decimal, symbols = symbol === undefined ? undefined : [symbol] } = settings;
  return readSeries(table, zone, { columns, dateFormat, decimal, symbols }, (error) =>
    refusals.addRowError(file, error),
  );
}

/** Finds columns by their names. Throws `DATA_FILE_INVALID` for a missing required column, and for a name that occurs twice. */
export function positionsOf<R extends string>(
  { file, header }: Table,
  spellings: Spellings<R>,
  required: readonly NoInfer<R>[],
): Positions<R> {
  const plain = header.names.map(normalizedName);
  const positions = {} as Record<R, number | undefined>;
  for (const role of Object.keys(spellings) as R[]) {
    const spelling = spellings[role].find((entry) => plain.includes(entry));
    positions[role] = spelling === undefined ? undefined : plain.indexOf(spelling);
    if (spelling === undefined || plain.indexOf(spelling) === plain.lastIndexOf(spelling)) continue;
    throw invalidFile(file, `must have one column ${spelling}, its header has several`, { column: spelling });
  }
  const missing = required.filter((role) => positions[role] === undefined);
  if (missing.length === 0) return positions;
  const shown = missing.map((role) => spellings[role].join(" or "));
  throw invalidFile(
    file,
    `must have all required columns, missing ${shown.join(", ")}; its first line is ` +
      JSON.stringify(header.names.join(",").slice(0, 200)),
    { missing, header: header.names },
  );
}

/** The rows of a table as columns of numbers, found by the role of each column, such as `strike`. */
export class RoleRows<R extends string> {
  readonly length: number;
  readonly #columns: ReadonlyMap<R, Column>;
  readonly #table: Table;
  readonly #starts: Uint32Array;

  /**
   * Reads the rows. `refuse` receives the error of each row that cannot be read, which is skipped. Throws `DATA_EMPTY` for a table without rows.
   */
  constructor(
    table: Table,
    positions: Positions<R>,
    readers: Readonly<Partial<Record<R, ColumnReader>>>,
    refuse: (error: HindcastError) => void,
  ) {
    if (firstRow(table) === undefined) {
      throw fileError("DATA_EMPTY", table.file, "has no rows");
    }
    const columnReaders: ColumnReader[] = table.header.names.map(() => "skip");
    const found = (Object.entries(positions) as [R, number | undefined][]).filter(
      (entry): entry is [R, number] => entry[1] !== undefined,
    );
    for (const [role, position] of found) columnReaders[position] = readers[role] ?? "number";
    const rows = readRows(table, columnReaders, refuse);
    this.length = rows.length;
    this.#table = table;
    this.#starts = rows.starts;
    this.#columns = new Map(found.map(([role, position]) => [role, rows.columns[position]!.subarray(0, rows.length)]));
  }

  /** Returns the column of a role that the table has. */
  column(role: R): Column {
    return this.#columns.get(role)!;
  }

  /** Returns the column of a role; undefined if the table lacks it. */
  optional(role: R): Column | undefined {
    return this.#columns.get(role);
  }

  /** Returns the line of a row, counted from 1. */
  line(row: number): number {
    return lineAt(this.#table.text, this.#starts[row]!);
  }
}

/** Returns a column name in lower case, without spaces and `_ . < > [ ] -`. */
export function normalizedName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.<>[\]-]+/g, "");
}

/** Returns a note that lists the columns of a file that are not read; none if all are. */
export function unreadNotes(
  file: string,
  names: readonly string[],
  read: readonly (number | undefined)[],
): readonly string[] {
  const unread = names.filter((name, position) => name !== "" && !read.includes(position));
  return unread.length === 0 ? [] : [`${basename(file)}: columns that are not read: ${unread.join(", ")}.`];
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Converts a JSON value to the text of a cell; null and undefined become an empty text. */
export function cellText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** Reads decimal numbers, some of which may be missing: an empty cell becomes NaN. */
export const OPTIONAL_NUMBERS: CellReader = {
  read: (view, at, out, row) => NUMBER_CELLS.read(view, at, out, row),
  parse: (text) => (text === "" ? NaN : NUMBER_CELLS.parse(text)),
};

/** Creates a cell reader from a function that parses the text of a cell, for times in the spelling of one vendor. */
export function textTimes(parse: (text: string) => number | string): CellReader {
  return { read: () => -1, parse };
}

/** Parses a JSON file. Throws `DATA_FILE_INVALID` for invalid JSON, such as a truncated file. */
export function parseJsonFile({ file, text }: ImportFile): unknown {
  try {
    // The byte order mark is removed: some Windows programs write it, and JSON does not allow it.
    return JSON.parse(textOf(text.bytes, 0, text.length).replace(/^\uFEFF/, ""));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw invalidFile(file, `must be complete JSON: ${cause}`, { cause });
  }
}

/** Reads records into columns of numbers; `line` returns the position of a row in the list, from 1. Refuses records that cannot be read. */
export function recordColumns(
  { file, refusals }: ImportFile,
  list: readonly unknown[],
  read: (file: string, place: number, record: unknown) => number[] | HindcastError,
): { readonly columns: readonly Column[]; readonly line: (row: number) => number } {
  const rows: number[][] = [];
  const places: number[] = [];
  for (const [at, record] of list.entries()) {
    const values = read(file, at + 1, record);
    if (!Array.isArray(values)) {
      refusals.addRowError(file, values);
      continue;
    }
    rows.push(values);
    places.push(at + 1);
  }
  const columns = (rows[0] ?? []).map((_, position) => Float64Array.from(rows, (values) => values[position]!));
  return { columns, line: (row) => places[row]! };
}
