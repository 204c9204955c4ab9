import { basename } from "node:path";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import {
  CARRIAGE_RETURN,
  type CellReader,
  cellsOfLine,
  COMMA,
  LINE_FEED,
  NUMBER_CELLS,
  QUOTE,
  readCell,
  readDecimal,
  SEMICOLON,
  skipCell,
  TAB,
  type TextBytes,
  textOf,
} from "./cell.ts";
import { cellError, fileError, invalidFile, lineAt } from "../file-error.ts";

/** A CSV text with a parsed header line, and the file's name for error messages. */
export interface Table {
  readonly file: string;
  readonly text: TextBytes;
  readonly header: Header;
}

/** How a CSV column is read: as decimal numbers, not at all, or by a special reader. */
export type ColumnReader = "number" | "skip" | CellReader;

/** Rows of a table as columns of numbers. */
export interface Rows {
  readonly length: number;
  /** Columns by position, each at least `length` long; empty for a column that is not read. */
  readonly columns: readonly Column[];
  /** Byte position of each row in the text. */
  readonly starts: Uint32Array;
  /** Number of empty lines between rows. */
  readonly blankLines: number;
}

/** How to read the cells of one column, and where to store them. */
interface ColumnTask {
  readonly position: number;
  readonly kind: typeof NUMBER | typeof SKIP | typeof CUSTOM;
  readonly cells: CellReader;
  /** Byte after the cells of the column: the delimiter, or the line feed for the last column. */
  readonly endByte: number;
  out: Column;
}

const NUMBER = 0;
const SKIP = 1;
const CUSTOM = 2;

/** Function that receives the error of each row that is skipped. */
export type RefuseRow = (error: HindcastError) => void;

/**
 * Reads every row. Empty lines are skipped; any other line must have as many cells as the header.
 * Throws `DATA_FILE_INVALID` with line, column and text of an invalid cell. If `refuse` is given, it receives the error and reading continues
 * after the row.
 */
export function readRows(table: Table, readers: readonly ColumnReader[], refuse?: RefuseRow): Rows {
  const { bytes, length } = table.text;
  const capacity = estimateRows(table);
  const tasks = readers.map((reader, position): ColumnTask => ({
    position,
    kind: reader === "number" ? NUMBER : reader === "skip" ? SKIP : CUSTOM,
    cells: typeof reader === "string" ? NUMBER_CELLS : reader,
    endByte: position === readers.length - 1 ? LINE_FEED : table.header.delimiter,
    out: new Float64Array(reader === "skip" ? 0 : capacity),
  }));
  let starts: Uint32Array = new Uint32Array(capacity);
  let row = 0;
  let pendingBlankLines = 0;
  let blankLines = 0;
  let at = table.header.end;
  while (at < length) {
    const first = bytes[at];
    if (first === LINE_FEED || (first === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED)) {
      pendingBlankLines++;
      at += first === LINE_FEED ? 1 : 2;
      continue;
    }
    blankLines += pendingBlankLines;
    pendingBlankLines = 0;
    if (row === starts.length) starts = growBuffers(starts, tasks);
    starts[row] = at;
    try {
      at = readLine(table, tasks, at, row);
      row++;
    } catch (error) {
      if (refuse === undefined || !(error instanceof HindcastError)) throw error;
      refuse(error);
      at = endOfRow(table, at) + 1;
    }
  }
  return { length: row, columns: tasks.map((task) => task.out), starts, blankLines };
}

/** Reads one row and returns the start of the next line. */
function readLine(table: Table, tasks: readonly ColumnTask[], start: number, row: number): number {
  const view = table.text.view;
  let at = start;
  for (let c = 0; c < tasks.length; c++) {
    const task = tasks[c]!;
    const kind = task.kind;
    let end: number;
    if (kind === NUMBER) end = readDecimal(view, at, task.out, row);
    else if (kind === SKIP) end = skipCell(view, at, table.header.delimiter);
    else end = task.cells.read(view, at, task.out, row);
    if (end < 0 || view.getUint8(end) !== task.endByte) {
      if (end < 0 || !endsCell(view, end, task.endByte)) end = readUnusualCell(table, task, start, at, row);
      if (view.getUint8(end) === CARRIAGE_RETURN) end++;
    }
    at = end + 1;
  }
  return at;
}

/** Returns the cells of the first row as text; undefined if there is no row. */
export function firstRow({ text, header }: Table): readonly string[] | undefined {
  let at = header.end;
  while (at < text.length && (text.bytes[at] === LINE_FEED || text.bytes[at] === CARRIAGE_RETURN)) at++;
  return at < text.length ? cellsOfLine(text, at, header.delimiter) : undefined;
}

/**
 * Returns the line feed that ends a row; line feeds in quoted cells do not end it. A row with an unclosed quote ends with its line, since the
 * end of the quote is unknown.
 */
function endOfRow({ text, header }: Table, start: number): number {
  const { bytes, length } = text;
  for (let at = start; ; at++) {
    const cell = readCell(text, at, header.delimiter);
    if (!cell.isWellFormed) return bytes.indexOf(LINE_FEED, start);
    at = cell.end;
    if (at >= length || bytes[at] !== header.delimiter) return bytes.indexOf(LINE_FEED, at);
  }
}

function endsCell(view: DataView, end: number, endByte: number): boolean {
  const byte = view.getUint8(end);
  return (
    byte === endByte || (byte === CARRIAGE_RETURN && endByte === LINE_FEED && view.getUint8(end + 1) === LINE_FEED)
  );
}

/** Reads a cell that is quoted, has spaces around it or is invalid, and returns its end. */
function readUnusualCell(table: Table, task: ColumnTask, start: number, at: number, row: number): number {
  const { file, text, header } = table;
  const { delimiter, names } = header;
  const cell = readCell(text, at, delimiter);
  const line = lineAt(text, at);
  const place = { file, line, column: names[task.position]! };
  if (!cell.isWellFormed)
    throw cellError(place, "a quoted cell whose closing quote is followed by the delimiter", cell.text);
  if (!endsCell(text.view, cell.end, task.endByte)) {
    const found = cellsOfLine(text, start, delimiter).length;
    const columns = names.length;
    throw new HindcastError("DATA_FILE_INVALID", `${file}, line ${line}: must have ${columns} cells, had ${found}`, {
      file,
      line,
      columns,
      cells: found,
    });
  }
  if (task.kind === SKIP) return cell.end;
  const value = task.cells.parse(cell.text);
  if (typeof value === "string") throw cellError(place, value, cell.text);
  task.out[row] = value;
  return cell.end;
}

/** Estimates the number of rows from the first thousand lines, rounded up. */
function estimateRows({ text: { bytes, length }, header }: Table): number {
  let at = header.end;
  let lines = 0;
  while (lines < 1000 && at < length) {
    const end = bytes.indexOf(LINE_FEED, at);
    at = end + 1;
    lines++;
  }
  return at >= length ? lines : Math.ceil(((length - header.end) * lines * 1.02) / (at - header.end)) + 16;
}

/** Enlarges the buffer of every column by a quarter, and returns an enlarged copy of `starts`. */
function growBuffers(starts: Uint32Array, tasks: readonly ColumnTask[]): Uint32Array {
  const capacity = Math.ceil(starts.length * 1.25) + 16;
  for (const task of tasks) {
    if (task.kind === SKIP) continue;
    const column = new Float64Array(capacity);
    column.set(task.out);
    task.out = column;
  }
  const grown = new Uint32Array(capacity);
  grown.set(starts);
  return grown;
}

/** The header line of a table. */
export interface Header {
  /** Byte between cells. */
  readonly delimiter: number;
  /** Column names as written in the file. */
  readonly names: readonly string[];
  /** Start of the header line. */
  readonly start: number;
  /** Start of the line after the header. */
  readonly end: number;
}

/**
 * Reads the first line that is not empty, or the first one after `from`, as a header. The delimiter is the most frequent of comma, semicolon,
 * tab and vertical bar in the line, outside quotes. A preceding line `sep=;`, as Excel writes it, overrides that choice.
 * Throws `DATA_EMPTY` for an empty file, and `DATA_FILE_INVALID` for other formats and for lines that end in CR only.
 */
export function readHeader(file: string, text: TextBytes, from?: number): Header {
  const { bytes } = text;
  if (from === undefined) refuseOtherFormats(file, bytes);
  const first = nextLine(file, text, from ?? (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0));
  const declared = SEPARATOR.exec(textOf(bytes, first.start, Math.min(first.end, first.start + SEPARATOR_LENGTH)))?.[1];
  const { start, end } = declared === undefined ? first : nextLine(file, text, first.end + 1);
  refuseBareCarriageReturn(file, bytes, start, end);
  const delimiter = declared?.charCodeAt(0) ?? mostFrequentDelimiter(bytes, start, end);
  return { delimiter, names: cellsOfLine(text, start, delimiter), start, end: end + 1 };
}

/** The line `sep=;` with which Excel states the delimiter before the header. */
const SEPARATOR = /^sep=([,;\t|])\r?$/i;
/** One byte more than the line `sep=;` with its carriage return, so that a longer line does not match. */
const SEPARATOR_LENGTH = 7;

/** Returns the first line at or after `from` that is not empty. Throws `DATA_EMPTY` if there is none. */
function nextLine(file: string, text: TextBytes, from: number): { readonly start: number; readonly end: number } {
  const { bytes, length } = text;
  let start = from;
  while (start < length && (bytes[start] === LINE_FEED || bytes[start] === CARRIAGE_RETURN)) start++;
  if (start >= length) throw fileError("DATA_EMPTY", file, "is empty: it needs a header and a row for each bar");
  return { start, end: endOfLine(text, start) };
}

/** Throws `DATA_FILE_INVALID` if lines end in CR only, as in old spreadsheets: the whole file would be one line. */
function refuseBareCarriageReturn(file: string, bytes: Uint8Array, start: number, end: number): void {
  let quoted = false;
  for (let i = start; i < end; i++) {
    if (bytes[i] === QUOTE) quoted = !quoted;
    const next = bytes[i + 1];
    if (quoted || bytes[i] !== CARRIAGE_RETURN || next === LINE_FEED || next === CARRIAGE_RETURN) continue;
    throw invalidFile(file, "must have lines that end in LF or CR LF, but its first line ends in CR only");
  }
}

/** First bytes of file formats that only bars are read from, and of text that is not UTF-8. */
const OTHER_FORMATS: readonly (readonly [kind: string, ...start: number[]])[] = [
  ["a Parquet file", 0x50, 0x41, 0x52, 0x31],
  ["an Arrow file", 0x41, 0x52, 0x52, 0x4f, 0x57, 0x31],
  ["JSON", 0x5b],
  ["JSON", 0x7b],
];

function refuseOtherFormats(file: string, bytes: Uint8Array): void {
  for (const [was, ...start] of OTHER_FORMATS) {
    if (start.some((byte, i) => bytes[i] !== byte)) continue;
    throw invalidFile(file, `is ${was}, from which only bars are read. Save its table as CSV`, { was });
  }
}

/** Returns the position of the line feed that ends a line, or the end of the text; line feeds in quotes do not end a line. */
function endOfLine({ bytes, length }: TextBytes, start: number): number {
  let i = start;
  for (let quoted = false; i < length && (quoted || bytes[i] !== LINE_FEED); i++) {
    if (bytes[i] === QUOTE) quoted = !quoted;
  }
  return i;
}

const BAR = 124;

function mostFrequentDelimiter(bytes: Uint8Array, start: number, end: number): number {
  // The comma is last, since it may be the decimal mark of each cell between other delimiters.
  const counts = new Map([SEMICOLON, TAB, BAR, COMMA].map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const byte of bytes.subarray(start, end)) {
    if (byte === QUOTE) quoted = !quoted;
    const count = quoted ? undefined : counts.get(byte);
    if (count !== undefined) counts.set(byte, count + 1);
  }
  const [most, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  return count === 0 ? COMMA : most;
}

/** Number of lines before the last one to which its length is compared. */
const COMPARED_LINES = 100;

/**
 * Returns a note on a text whose last line has no line end and is shorter than all lines before it, since its last cell may be cut off; none
 * for other texts.
 */
export function unterminatedLineNotes(file: string, { bytes, length }: TextBytes): readonly string[] {
  let end = bytes.lastIndexOf(LINE_FEED, length - 1);
  const last = length - end - 1;
  let shortest = Infinity;
  for (let line = 0; line < COMPARED_LINES && end > 0; line++) {
    const start = bytes.lastIndexOf(LINE_FEED, end - 1);
    // A carriage return before the line feed is no part of the line.
    shortest = Math.min(shortest, end - start - 1 - (bytes[end - 1] === CARRIAGE_RETURN ? 1 : 0));
    end = start;
  }
  return last === 0 || last >= shortest
    ? []
    : [`The last line of ${basename(file)} has no line end: if the file was cut off, its last cell is incomplete.`];
}
