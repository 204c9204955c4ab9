import type { Column } from "../../primitives/column.ts";
import { CARRIAGE_RETURN, LINE_FEED, type TextBytes } from "./bytes.ts";
import { cellsOfLine, readCell, skipCell } from "./cell.ts";
import type { CellReader } from "./cell-reader.ts";
import { readDecimal } from "./decimal.ts";
import { cellError, fileError, lineAt } from "./file-error.ts";
import type { Header } from "./header.ts";
import { NUMBER_CELLS } from "./number-cells.ts";

/** A text with a header line, and the name that errors call it by. */
export interface Table {
  readonly file: string;
  readonly text: TextBytes;
  readonly header: Header;
}

/** How to read one column: as decimal numbers, not at all, or with a reader of its own. */
export type ColumnReader = "number" | "skip" | CellReader;

/** The rows of a table, a column of numbers for each one that was to be read. */
export interface Rows {
  readonly length: number;
  /** At least as long as there are rows; empty for a column that was not read. */
  readonly columns: readonly Column[];
  /** Where each row begins in the text. */
  readonly starts: Uint32Array;
  /** How many lines between rows are empty. */
  readonly blankLines: number;
}

const NUMBER = 0;
const SKIP = 1;
const OTHER = 2;

/**
 * Reads every row. A line of nothing at all is passed over; any other must have as many cells as the header.
 * Throws DATA_FILE_INVALID naming line, column and what was there.
 */
export function readRows(table: Table, readers: readonly ColumnReader[]): Rows {
  const { bytes, length } = table.text;
  const { delimiter } = table.header;
  const kinds = Uint8Array.from(readers, (reader) => (reader === "number" ? NUMBER : reader === "skip" ? SKIP : OTHER));
  const cells = readers.map((reader) => (typeof reader === "string" ? NUMBER_CELLS : reader));
  const last = readers.length - 1;
  let capacity = likelyRows(table);
  let starts = new Uint32Array(capacity);
  let columns: Column[] = readers.map((reader) => new Float64Array(reader === "skip" ? 0 : capacity));
  let row = 0;
  let blank = 0;
  let blankLines = 0;
  let at = table.header.end;
  while (at < length) {
    const first = bytes[at];
    if (first === LINE_FEED || (first === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED)) {
      blank++;
      at += first === LINE_FEED ? 1 : 2;
      continue;
    }
    blankLines += blank;
    blank = 0;
    if (row === capacity) {
      capacity = Math.ceil(capacity * 1.25) + 16;
      starts = longer(starts, new Uint32Array(capacity));
      columns = columns.map((column) => (column.length === 0 ? column : longer(column, new Float64Array(capacity))));
    }
    starts[row] = at;
    for (let c = 0; c <= last; c++) {
      const kind = kinds[c];
      let end: number;
      if (kind === NUMBER) end = readDecimal(bytes, at, columns[c]!, row);
      else if (kind === SKIP) end = skipCell(bytes, at, delimiter);
      else end = cells[c]!.read(bytes, at, columns[c]!, row);
      if (end < 0 || !endsCell(bytes, end, c === last ? LINE_FEED : delimiter)) {
        end = readOddCell(table, starts[row]!, at, c, cells[c]!, columns[c]!, row);
      }
      at = bytes[end] === CARRIAGE_RETURN ? end + 2 : end + 1;
    }
    row++;
  }
  return { length: row, columns, starts, blankLines };
}

/** The cells of the first row as text; undefined where there is no row. */
export function firstRow({ text, header }: Table): readonly string[] | undefined {
  let at = header.end;
  while (at < text.length && (text.bytes[at] === LINE_FEED || text.bytes[at] === CARRIAGE_RETURN)) at++;
  return at < text.length ? cellsOfLine(text, at, header.delimiter) : undefined;
}

function endsCell(bytes: Uint8Array, end: number, mark: number): boolean {
  const byte = bytes[end];
  return byte === mark || (byte === CARRIAGE_RETURN && mark === LINE_FEED && bytes[end + 1] === LINE_FEED);
}

/** A cell that is quoted, among spaces, or wrong. Answers where it ends. */
function readOddCell(
  table: Table,
  start: number,
  at: number,
  c: number,
  reader: CellReader,
  out: Column,
  row: number,
): number {
  const { file, text, header } = table;
  const { delimiter, names } = header;
  const cell = readCell(text, at, delimiter);
  const line = lineAt(text, at);
  const place = { file, line, column: names[c]! };
  if (!cell.sound) throw cellError(place, "closed by a quote that the delimiter follows", cell.text);
  if (!endsCell(text.bytes, cell.end, c === names.length - 1 ? LINE_FEED : delimiter)) {
    const found = cellsOfLine(text, start, delimiter).length;
    throw fileError("DATA_FILE_INVALID", `${file}, line ${line},`, `must have ${names.length} cells, had ${found}`, {
      file,
      line,
      cells: found,
      columns: names.length,
    });
  }
  // A column that is not read has no room.
  if (out.length === 0) return cell.end;
  const value = reader.parse(cell.text);
  if (typeof value === "string") throw cellError(place, value, cell.text);
  out[row] = value;
  return cell.end;
}

/** A little more than there are rows, if all lines are as long as the first thousand. */
function likelyRows({ text: { bytes, length }, header }: Table): number {
  let at = header.end;
  let lines = 0;
  while (lines < 1000 && at < length) {
    const end = bytes.indexOf(LINE_FEED, at);
    at = end + 1;
    lines++;
  }
  return at >= length ? lines : Math.ceil(((length - header.end) * lines * 1.02) / (at - header.end)) + 16;
}

function longer<T extends Float64Array | Uint32Array>(column: T, room: T): T {
  room.set(column);
  return room;
}
