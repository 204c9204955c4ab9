import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { checkSpan } from "../../market/validate-bars.ts";
import { formatInstant } from "../../time/instant.ts";
import { type Joined, joinTables, type Table } from "./join-tables.ts";
import { type MarketTable, tableName } from "./recorded-tables.ts";
import type { Refusals } from "./refusals.ts";

/** What becomes of what is recorded already: it stands in the way, gives way, or is added to. */
export type ImportMode = "refuse" | "replace" | "append";

/** A table that was read from a file. */
export interface FileTable {
  readonly file: string;
  readonly table: MarketTable;
}

/** A table that the import writes. */
export interface WrittenTable {
  readonly table: MarketTable;
  readonly change: "new" | "replaced" | "appended";
  /** Rows that were not recorded before. */
  readonly added: number;
}

export interface MergedTables {
  /** All that is recorded afterwards. */
  readonly tables: readonly MarketTable[];
  readonly written: readonly WrittenTable[];
}

/** Puts the tables of files together and into those that are recorded. What does not fit is told to the refusals. */
export function mergeTables(
  recorded: readonly MarketTable[],
  imported: readonly FileTable[],
  mode: ImportMode,
  refusals: Refusals,
): MergedTables {
  const tables = new Map(recorded.map((table) => [tableName(table), table]));
  const written: WrittenTable[] = [];
  for (const [name, files] of groupedByName(imported)) {
    const { file } = files[0]!;
    const table = ofFiles(files, refusals);
    const before = tables.get(name);
    if (before !== undefined && mode === "refuse") {
      const message = `${name} must not be recorded already, or be replaced or appended to; they are recorded`;
      refusals.whole({ file, line: null, field: null, reason: "recorded_already", message });
    } else if (before === undefined || mode === "replace") {
      checkOverlap(file, table, refusals);
      tables.set(name, table);
      written.push({ table, change: before === undefined ? "new" : "replaced", added: lengthOf(table) });
    } else {
      const { columns, added } = joined(file, before, table, refusals);
      const whole = { ...table, columns };
      checkOverlap(file, whole, refusals);
      tables.set(name, whole);
      written.push({ table: whole, change: "appended", added });
    }
  }
  return { tables: [...tables.values()], written };
}

/** Bars that do not overlap in any of their files may do so in all of them together. */
function checkOverlap(file: string, table: MarketTable, refusals: Refusals): void {
  if (table.interval === null) return;
  try {
    checkSpan({ interval: table.interval, time: table.columns["time"]! }, tableName(table), "");
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    refusals.wholeError(file, error);
  }
}

function lengthOf({ columns }: MarketTable): number {
  return columns["time"]!.length;
}

function groupedByName(imported: readonly FileTable[]): ReadonlyMap<string, FileTable[]> {
  const groups = new Map<string, FileTable[]>();
  for (const each of imported) {
    const name = tableName(each.table);
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return groups;
}

/** One table of all the files of its name: those that follow one another in time at once, those that overlap one by one. */
function ofFiles(files: readonly FileTable[], refusals: Refusals): MarketTable {
  const sorted = files.toSorted((a, b) => firstTime(a.table) - firstTime(b.table));
  const row: FileTable[] = [sorted[0]!];
  const overlapping: FileTable[] = [];
  for (const each of sorted.slice(1)) {
    const last = row.at(-1)!.table;
    const follows = firstTime(each.table) > last.columns["time"]!.at(-1)! && haveSameColumns(last, each.table);
    (follows ? row : overlapping).push(each);
  }
  const { table } = row[0]!;
  let columns: Table<string> = table.columns;
  if (row.length > 1) {
    columns = Object.fromEntries(
      table.names.map((name) => [name, concatenated(row.map((each) => each.table.columns[name]!))]),
    );
  }
  for (const { file, table: next } of overlapping)
    columns = joined(file, { ...table, columns }, next, refusals).columns;
  return { ...table, columns };
}

function joined(file: string, before: MarketTable, added: MarketTable, refusals: Refusals): Joined<string> {
  const name = tableName(added);
  if (!haveSameColumns(before, added)) {
    const message = `${name} must have the columns that they are joined with, ${before.names.join(", ")}, had ${added.names.join(", ")}`;
    refusals.whole({ file, line: null, field: null, reason: "other_columns", message });
    return { columns: before.columns, added: 0, conflicts: [] };
  }
  const first = added.firstGivesWay === true && before.columns["time"]!.includes(firstTime(added)) ? 1 : 0;
  const columns = Object.fromEntries(added.names.map((column) => [column, added.columns[column]!.subarray(first)]));
  const both = joinTables(before.columns, columns, added.names, added.keys);
  for (const { row, field, before: was, added: is } of both.conflicts) {
    const time = formatInstant(columns["time"]![row]!);
    const message = `${file}, ${name} at ${time} (row ${row + first + 1}): ${field} must be ${was}, as it is already, was ${is}`;
    refusals.whole({ file, line: null, field, reason: "overlap_differs", message });
  }
  return both;
}

function haveSameColumns(a: MarketTable, b: MarketTable): boolean {
  return a.names.length === b.names.length;
}

function firstTime({ columns }: MarketTable): number {
  return columns["time"]![0]!;
}

function concatenated(columns: readonly Column[]): Column {
  const whole = new Float64Array(columns.reduce((length, column) => length + column.length, 0));
  let at = 0;
  for (const column of columns) {
    whole.set(column, at);
    at += column.length;
  }
  return whole;
}
