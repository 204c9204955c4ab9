import type { HindcastError } from "../../primitives/errors.ts";
import { COMMA } from "./bytes.ts";
import type { CellReader } from "./cell-reader.ts";
import { cellsOfLine } from "./cell.ts";
import { fileError, lineAt } from "./file-error.ts";
import { type Layout, namesBars } from "./layout.ts";
import { firstRow, type Rows, type Table } from "./rows.ts";

/** Rows whose cells are looked at as text. */
const SAMPLE = 200;
/** Groups of three digits, as points part thousands; `0.123` and `16.50` are none. */
const THOUSANDS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;
const SMALL = /^\d{1,3}$/;
/** A number or a date, as no column is named. */
const VALUE = /^[+-]?\d[\d.:/ T+-]*Z?$/;

/** A column of symbols: each is read as its place among all that occurred. */
export class SymbolCells implements CellReader {
  readonly words: string[] = [];
  #first = new Uint8Array(0);

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const first = this.#first;
    if (first.length === 0 || at + first.length >= view.byteLength) return -1;
    for (let i = 0; i < first.length; i++) if (view.getUint8(at + i) !== first[i]) return -1;
    out[row] = 0;
    return at + first.length;
  }

  parse(text: string): number {
    const known = this.words.indexOf(text);
    if (known >= 0) return known;
    if (this.words.length === 0) this.#first = new TextEncoder().encode(text);
    // Names of a few are enough to say what is wrong.
    return this.words.length < 10 ? this.words.push(text) - 1 : 10;
  }
}

/** The error of a file of several instruments, which would be read as one series. */
export function severalSymbols(file: string, column: string, symbols: readonly string[], where: string): Error {
  const shown = symbols.slice(0, 5).join(", ") + (symbols.length > 5 ? " and others" : "");
  const message =
    `must hold one instrument, but its column ${column} has several: ${shown} (the second from ${where} on). ` +
    "Split it by that column, and name each part as SYMBOL=FILE";
  return fileError("DATA_FILE_INVALID", file, message, { column, symbols });
}

/** Throws DATA_FILE_INVALID where a column of symbols has several of them. */
export function checkOneSymbol({ file, text, header }: Table, rows: Rows, position: number, cells: SymbolCells): void {
  if (cells.words.length < 2) return;
  const second = rows.columns[position]!.subarray(0, rows.length).findIndex((place) => place > 0);
  const line = second < 0 ? lineAt(text, text.length) : lineAt(text, rows.starts[second]!);
  throw severalSymbols(file, header.names[position]!, cells.words, `line ${line}`);
}

/**
 * Notes on numbers whose points may part thousands, as in German files: `16.500` for sixteen thousand five hundred. Throws DATA_FILE_INVALID where the
 * volumes are written that way too.
 */
export function thousandsNotes(
  { file, text, header }: Table,
  layout: Layout,
  { length, starts }: Rows,
): readonly string[] {
  if (header.delimiter === COMMA || length < 3) return [];
  const { open, high, low, close, volume } = layout;
  let points = false;
  let first = "";
  for (let row = 0; row < Math.min(length, SAMPLE); row++) {
    const cells = cellsOfLine(text, starts[row]!, header.delimiter);
    if (row === 0) first = cells[close] ?? "";
    if (![open, high, low, close].every((position) => THOUSANDS.test(cells[position] ?? ""))) return [];
    const units = volume === undefined ? "" : (cells[volume] ?? "");
    if (volume !== undefined && !THOUSANDS.test(units) && !SMALL.test(units)) return [];
    points ||= THOUSANDS.test(units);
  }
  const whole = first.replaceAll(".", "");
  if (points) {
    const message =
      `must have no points between thousands, but all of its prices and volumes have three digits behind a point, such as ${first}. ` +
      `Remove the points (${whole}), or write another number of decimals where they are decimal points`;
    throw fileError("DATA_FILE_INVALID", file, message, { thousands: first });
  }
  return [
    `All prices have three digits behind a point, such as ${first}, which is read as ${Number(first)}. If the points part thousands, remove them.`,
  ];
}

/** A refused header with what is likely wrong with it: no line of names, names in the second line, the three lines of yfinance. */
export function explainedHeader(table: Table, error: HindcastError): HindcastError {
  const { file, header } = table;
  const { names } = header;
  const refused = (message: string): HindcastError => fileError("DATA_FILE_INVALID", file, message, error.details);
  const row = firstRow(table) ?? [];
  const shown = JSON.stringify(names.join(",").slice(0, 200));
  if (names[0] === "Price" && row[0] === "Ticker") {
    const message =
      "must name its columns in one line, but has the three header lines of yfinance. Write it with multi_level_index=False, " +
      "or remove the second and the third line and call the first column Date";
    return refused(message);
  }
  if (names.length >= 5 && names.every((name) => VALUE.test(name.trim()))) {
    const message =
      `must name its columns in its first line, but has no line of names: the first line is already a row, ${shown}. ` +
      "Put a line such as time,open,high,low,close,volume before it, with a name for each column";
    return refused(message);
  }
  if (!namesBars(row)) return error;
  const message = `must name its columns in its first line, but has them in its second line. Remove the first one, ${shown}`;
  return refused(message);
}
