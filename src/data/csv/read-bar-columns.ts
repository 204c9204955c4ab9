import { formatInstant, parseInstant } from "../../time/instant.ts";
import {
  checkOneSymbol,
  explainHeaderError,
  SymbolReader,
  thousandsNotes,
  unreadColumnNotes,
} from "./misread-checks.ts";
import { type CellReader, cellsOfLine } from "./cell.ts";
import { dateReaderFor, EpochTimes, readTimeOfDay, type TimeOfDay, timeReaderFor } from "./times.ts";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { cellError, fileError, lineAt } from "../file-error.ts";
import type { FoundBars } from "../bar-file.ts";
import { columnName, columnsAt, type Layout, layoutOf } from "./layout.ts";
import { type ColumnReader, firstRow, readRows, type RefuseRow, type Rows, type Table } from "./rows.ts";

const parsedTime: TimeOfDay = { end: 0, ms: 0 };

/** Reads times of day as milliseconds since midnight, if dates have a column of their own: `09:30`, `09:30:00`, `09:30:00.000`. */
const TIME_OF_DAY_CELLS: CellReader = {
  read(view, at, out, row) {
    if (!readTimeOfDay(view, at, parsedTime)) return -1;
    out[row] = parsedTime.ms;
    return parsedTime.end;
  },
  parse(text) {
    try {
      if (/^\d{2}:[\d:.]+$/.test(text)) return parseInstant(`1970-01-01T${text}`);
    } catch {
      // `readTimeOfDay` rejects an impossible time, such as 24:00.
    }
    return "a time of day HH:mm or HH:mm:ss, since dates have a column of their own";
  },
};

/** Bars read from a CSV table, with the line number of each row. */
interface TableBars extends FoundBars {
  /** Returns the line of a row, counted from 1. */
  readonly line: (row: number) => number;
  readonly blankLines: number;
}

/**
 * Reads the columns of bars from a table. Without a volume column every volume is 0. If `refuse` is given, it receives the error of each
 * row that cannot be read, and the row is skipped. Throws `DATA_EMPTY` for a table without rows, and `DATA_FILE_INVALID` for missing
 * columns or, without `refuse`, for a cell that cannot be read.
 */
export function readBarColumns(table: Table, zone: Zone, refuse?: RefuseRow): TableBars {
  const { file, header } = table;
  const layout = layoutOfTable(table);
  const first = firstRow(table);
  if (first === undefined) {
    throw fileError("DATA_EMPTY", file, "has no rows below its header");
  }
  const hasTimeOfDay = layout.timeOfDay !== undefined;
  const firstTime = first[layout.time] ?? "";
  const times = hasTimeOfDay ? dateReaderFor(firstTime, zoneOf("UTC")) : timeReaderFor(firstTime, zone);

  const readers: ColumnReader[] = header.names.map(() => "skip");
  for (const position of [layout.open, layout.high, layout.low, layout.close, layout.volume, layout.adjClose]) {
    if (position !== undefined) readers[position] = "number";
  }
  readers[layout.time] = times;
  if (layout.timeOfDay !== undefined) readers[layout.timeOfDay] = TIME_OF_DAY_CELLS;
  for (const position of layout.symbols) readers[position] = new SymbolReader();
  const read = readRows(table, readers, refuse);
  for (const position of layout.symbols) checkOneSymbol(table, read, position, readers[position] as SymbolReader);
  const rows = layout.timeOfDay === undefined ? read : joinTimes(table, read, layout, layout.timeOfDay, zone, refuse);

  const column = (position: number): Column => rows.columns[position]!.subarray(0, rows.length);
  const columns = columnsAt(layout, rows.length, column);
  const { text } = table;
  const unrecognized = layout.unrecognized.map((position) => ({
    name: columnName(header.names, position),
    at: (row: number) => cellsOfLine(text, rows.starts[row]!, header.delimiter)[position] ?? "",
  }));
  const line = (row: number): number => lineAt(text, rows.starts[row]!);
  const place = (row: number): string => `line ${line(row)}`;
  return {
    columns,
    layout,
    line,
    place: (row) => ({ text: `${file}, ${place(row)}`, details: { file, line: line(row) } }),
    blankLines: rows.blankLines,
    usedZone: times.usedZone,
    unit: times instanceof EpochTimes ? times.unit : undefined,
    notes: [...thousandsNotes(table, layout, rows), ...unreadColumnNotes(file, columns, unrecognized, place)],
  };
}

function layoutOfTable(table: Table): Layout {
  try {
    return layoutOf(table.file, table.header.names);
  } catch (error) {
    throw error instanceof HindcastError ? explainHeaderError(table, error) : error;
  }
}

/** Adds times of day to local dates and converts the sums to instants, in place. Rows after a skipped one move up. */
function joinTimes(
  table: Table,
  rows: Rows,
  layout: Layout,
  timeOfDay: number,
  zone: Zone,
  refuse: RefuseRow | undefined,
): Rows {
  const time = rows.columns[layout.time]!;
  let kept = 0;
  for (let row = 0; row < rows.length; row++) {
    const local = time[row]! + rows.columns[timeOfDay]![row]!;
    const instant = zone.toInstant(local);
    if (Number.isNaN(instant)) {
      const { text, header, file } = table;
      const place = { file, line: lineAt(text, rows.starts[row]!), column: header.names[layout.time]! };
      const mustBe = `a time that the clocks of ${zone.name} show, not one that they skip when they go forward`;
      const error = cellError(place, mustBe, formatInstant(local).slice(0, -1));
      if (refuse === undefined) throw error;
      refuse(error);
      continue;
    }
    if (kept < row) {
      for (const column of rows.columns) if (column.length > 0) column[kept] = column[row]!;
      rows.starts[kept] = rows.starts[row]!;
    }
    time[kept++] = instant;
  }
  return { ...rows, length: kept };
}
