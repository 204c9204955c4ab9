import type { BarPlace } from "../../market/validate-bars.ts";
import type { Column } from "../../primitives/column.ts";
import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { type CellReader, NUMBER_CELLS } from "../csv/cell.ts";
import type { ColumnReader, RefuseRow } from "../csv/rows.ts";
import { rowError } from "../file-error.ts";
import type { BarTable, TableRows } from "./bar-table.ts";
import { columnName } from "./columns.ts";

/** A table whose cells are values rather than text: JSON, Parquet, Arrow. */
export interface ValueTable extends Pick<BarTable, "file" | "kind" | "names" | "named" | "facts" | "notes"> {
  readonly length: number;
  /** Returns the value of a cell; undefined or null for a missing one. */
  readonly value: (row: number, position: number) => unknown;
  /** Word for a row in errors, such as `line` or `row`, and the number of a row. */
  readonly counted: "line" | "row";
  readonly line?: (row: number) => number;
  readonly clock?: BarTable["clock"];
  /** Returns the numbers of a whole column, if it has no other values. */
  readonly numbers?: (position: number) => Column | undefined;
}

const FIRST_ROWS = 20;
const SPREAD_ROWS = 200;

/** Opens a table of values as one of texts and numbers: numbers are read as they are, all other values through their text. */
export function tableOfValues(table: ValueTable): BarTable {
  const { file, names, length, value, counted, line = (row: number) => row + 1 } = table;
  const text = (row: number, position: number): string => textOf(value(row, position));
  const sampled = new Set<number>();
  for (let row = 0; row < Math.min(length, FIRST_ROWS); row++) sampled.add(row);
  for (let i = 0; i < SPREAD_ROWS; i++) sampled.add(Math.floor((i * length) / SPREAD_ROWS));
  const rowsSampled = length === 0 ? [] : [...sampled].toSorted((a, b) => a - b);
  const { kind, named, facts, notes, clock } = table;
  return {
    file,
    kind,
    names,
    named,
    facts,
    notes,
    ...(clock !== undefined && { clock }),
    sample: rowsSampled.map((row) => names.map((_, position) => text(row, position))),
    read: (readers, refuse) => readValues(table, readers, refuse),
  };

  function readValues(from: ValueTable, readers: readonly ColumnReader[], refuse: RefuseRow | undefined): TableRows {
    const whole = readers.map((reader, position) =>
      reader === "number" || clock?.(position) !== undefined ? from.numbers?.(position) : undefined,
    );
    const columns = readers.map((reader, position) =>
      reader === "skip" ? new Float64Array(0) : (whole[position] ?? new Float64Array(length)),
    );
    const rows = new Int32Array(length);
    let kept = 0;
    for (let row = 0; row < length; row++) {
      try {
        for (const [position, reader] of readers.entries()) {
          if (reader === "skip" || whole[position] !== undefined) continue;
          columns[position]![kept] = numberOf(row, position, reader);
        }
        rows[kept++] = row;
      } catch (error) {
        if (refuse === undefined || !(error instanceof HindcastError)) throw error;
        refuse(error);
      }
    }
    // Columns that were taken as a whole still have the rows that others refused.
    for (const [position, column] of whole.entries())
      if (column !== undefined && kept < length)
        columns[position] = Float64Array.from(rows.subarray(0, kept), (row) => column[row]!);
    const lineOf = (row: number): number => line(rows[row]!);
    return {
      length: kept,
      columns,
      blankLines: 0,
      text: (row, position) => text(rows[row]!, position),
      line: lineOf,
      place: (row) => placeOf(lineOf(row)),
    };
  }

  function placeOf(number: number): BarPlace {
    const details = counted === "line" ? { file, line: number } : { file, tableRow: number };
    return { text: `${file}, ${counted} ${number}`, details };
  }

  function numberOf(row: number, position: number, reader: Exclude<ColumnReader, "skip">): number {
    const found = value(row, position);
    if (reader === "number" && typeof found === "number") return found;
    if (reader === "number" && typeof found === "bigint") throw errorOf("a number that a double represents exactly");
    const cells: CellReader = reader === "number" ? NUMBER_CELLS : reader;
    const parsed = cells.parse(textOf(found));
    if (typeof parsed === "number") return parsed;
    throw errorOf(parsed);

    function errorOf(mustBe: string): HindcastError {
      return rowError(placeOf(line(row)), columnName(names, position), mustBe, textOf(found));
    }
  }
}

/** Returns the text of a value: numbers and text as they are, dates as ISO, nothing for missing values. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value === null || value === undefined) return "";
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : formatValue(value);
}
