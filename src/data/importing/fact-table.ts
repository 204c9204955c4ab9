import { basename } from "node:path";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { pluralize } from "../../primitives/words.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { formatOf } from "../bar-formats.ts";
import { type CellReader, NUMBER_CELLS } from "../csv/cell.ts";
import type { ColumnReader } from "../csv/rows.ts";
import { timeReaderFor } from "../csv/times.ts";
import { LARGEST_FILE } from "../file-bytes.ts";
import { fileError, invalidFile } from "../file-error.ts";
import type { BarTable } from "../reading/bar-table.ts";
import { normalizedName } from "../reading/columns.ts";
import { SymbolReader } from "../reading/misread-checks.ts";
import { textTimes, unreadNotes } from "./import-table.ts";
import type { ImportFile } from "./importer.ts";

/** A column of a table of facts: its normalized names, of which the first that a table has is read, and how its cells are read. */
interface FactColumn<T> {
  readonly names: readonly string[];
  readonly isOptional: boolean;
  /** Returns the reader of the column, and the value of a cell that it has read. */
  readonly open: (file: ImportFile, table: BarTable, position: number) => OpenColumn<T>;
}

interface OpenColumn<T> {
  readonly reader: ColumnReader;
  readonly value: (cell: number) => T;
}

/** Columns of a table of facts, by what they hold. */
type FactColumns = Readonly<Record<string, FactColumn<unknown>>>;

/** A row of a table of facts, with its line in the file. */
export type FactRow<Columns extends FactColumns> = {
  readonly [Role in keyof Columns]: Columns[Role] extends FactColumn<infer T> ? T : never;
} & { readonly line: number };

/** A column of symbols. */
export function symbolColumn(...names: readonly string[]): FactColumn<string> {
  const open = (): OpenColumn<string> => {
    const reader = new SymbolReader();
    return { reader, value: (cell) => reader.symbols[cell]!.trim() };
  };
  return { names, isOptional: false, open };
}

/** A column of dates as instants: dates without a time are midnights in UTC. */
export function dateColumn(...names: readonly string[]): FactColumn<number> {
  const open = ({ settings }: ImportFile, table: BarTable, position: number): OpenColumn<number> => {
    const value = (cell: number): number => cell;
    if (table.clock?.(position) !== undefined) return { reader: "number", value };
    const texts = table.sample.map((row) => row[position] ?? "").filter((text) => text !== "");
    const place = { file: table.file, column: table.names[position]! };
    const dates = timeReaderFor(texts, zoneOf("UTC"), place, settings.dateFormat);
    return { reader: textTimes((text) => (text === "" ? NaN : dates.parse(text))), value };
  };
  return { names, isOptional: false, open };
}

/** A column of amounts; NaN for an empty cell. */
export function amountColumn(...names: readonly string[]): FactColumn<number> {
  return { names, isOptional: false, open: () => ({ reader: AMOUNTS, value: (cell) => cell }) };
}

/** Makes a column of numbers optional: its values are NaN in a table without it. */
export function optionalColumn(column: FactColumn<number>): FactColumn<number> {
  return { ...column, isOptional: true };
}

/** Reads amounts, which may be empty. */
export const AMOUNTS: CellReader = textTimes((text) => {
  const plain = text.trim().replace(/^\$/, "");
  return /^(?:|nan|null|none|-)$/i.test(plain) ? NaN : NUMBER_CELLS.parse(plain);
});

/** Returns the day of an instant in a zone, in days since 1970-01-01. An instant at midnight in UTC is a date without a time. */
export function dayOfDate(instant: number, zone: Zone): number {
  return Math.floor((instant % DAY_MS === 0 ? instant : zone.toLocal(instant)) / DAY_MS);
}

/**
 * Reads a table of facts about recorded instruments. Bad rows are refused and left out. Returns the rows, and notes on the columns that are
 * not read. Throws `DATA_FILE_INVALID` unless the table has all columns that are not optional.
 */
export async function readFacts<Columns extends FactColumns>(
  file: ImportFile,
  columns: Columns,
): Promise<{ readonly rows: readonly FactRow<Columns>[]; readonly notes: readonly string[] }> {
  const { text, settings, refusals } = file;
  const format = formatOf(text.bytes.subarray(0, text.length));
  const table = await format.open(file.file, text, settings.maxBytes ?? LARGEST_FILE);
  const plain = table.named ? table.names.map(normalizedName) : [];
  const positions = new Map<string, number>();
  for (const [role, { names, isOptional }] of Object.entries(columns)) {
    const name = names.find((one) => plain.includes(one));
    if (name !== undefined) positions.set(role, plain.indexOf(name));
    else if (!isOptional) throw missingColumn(table, Object.values(columns));
  }
  const readers: ColumnReader[] = table.names.map(() => "skip");
  const opened = new Map<string, OpenColumn<unknown>>();
  for (const [role, position] of positions) {
    const column = columns[role]!.open(file, table, position);
    readers[position] = column.reader;
    opened.set(role, column);
  }
  const read = await table.read(readers, (error) => refusals.addRowError(file.file, error));
  if (read.length === 0) throw fileError("DATA_EMPTY", file.file, "has no usable rows");
  const rows = Array.from({ length: read.length }, (_, row) => {
    const values = Object.keys(columns).map((role) => {
      const column = opened.get(role);
      return [role, column === undefined ? NaN : column.value(read.columns[positions.get(role)!]![row]!)];
    });
    return { ...Object.fromEntries(values), line: read.line(row) } as FactRow<Columns>;
  });
  return { rows, notes: [...table.notes, ...unreadNotes(file.file, table.names, [...positions.values()])] };
}

/** Returns the rows that pass `isRecorded`, and a note on the others. Throws `SYMBOL_UNKNOWN` if none passes. */
export function recordedRows<Row extends { readonly symbol: string }>(
  { file }: ImportFile,
  rows: readonly Row[],
  what: string,
  isRecorded: (row: Row) => boolean,
): { readonly rows: readonly Row[]; readonly notes: readonly string[] } {
  const [found, left] = [rows.filter(isRecorded), new Set<string>()];
  for (const row of rows) if (!found.includes(row)) left.add(row.symbol);
  if (found.length > 0) {
    const note = `${basename(file)}: ${what} of ${pluralize(left.size, "symbol")} are left out, which are not recorded.`;
    return { rows: found, notes: left.size === 0 ? [] : [note] };
  }
  const symbols = [...left];
  const shown = `${symbols.slice(0, 5).join(", ")}${symbols.length > 5 ? " and others" : ""}`;
  const message = `${file} has ${what} of ${shown}, without recorded bars: import their bars first`;
  throw new HindcastError("SYMBOL_UNKNOWN", message, { file, symbols });
}

/** Returns the recorded instruments by symbol. */
export function recordedInstruments({ recorded }: ImportFile): ReadonlyMap<string, RecordedInstrument> {
  return new Map(recorded?.instruments.map((instrument) => [instrument.symbol, instrument]));
}

function missingColumn(table: BarTable, columns: readonly FactColumn<unknown>[]): HindcastError {
  const required = columns.filter(({ isOptional }) => !isOptional).map(({ names }) => names[0]);
  if (!table.named) return invalidFile(table.file, "must name its columns in its first line", { header: table.names });
  const message = `must have the columns ${required.join(", ")}; its columns are ${table.names.join(", ")}`;
  return invalidFile(table.file, message, { header: table.names });
}
