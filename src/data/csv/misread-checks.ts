import type { Column } from "../../primitives/column.ts";
import type { HindcastError } from "../../primitives/errors.ts";
import { pluralize } from "../../primitives/words.ts";
import { type CellReader, cellsOfLine, COMMA } from "./cell.ts";
import { invalidFile, lineAt } from "../file-error.ts";
import { type Layout, hasBarColumns } from "./layout.ts";
import { firstRow, type Rows, type Table } from "./rows.ts";

/** Rows whose cells are looked at as text, spread over the file. */
const SAMPLE = 1000;
/** Groups of three digits, as points part thousands; `0.123` and `16.50` are none. */
const THOUSANDS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;
const SHORT_INTEGER = /^\d{1,3}$/;
/** A number or a date, as no column is named. */
const NUMBER_OR_DATE = /^[+-]?\d[\d.:/ T+-]*Z?$/;

/** A column of symbols: each is read as its place among all that occurred. */
export class SymbolReader implements CellReader {
  readonly symbols: string[] = [];
  #first = new Uint8Array(0);

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const first = this.#first;
    if (first.length === 0 || at + first.length >= view.byteLength) return -1;
    for (let i = 0; i < first.length; i++) if (view.getUint8(at + i) !== first[i]) return -1;
    out[row] = 0;
    return at + first.length;
  }

  parse(text: string): number {
    const known = this.symbols.indexOf(text);
    if (known >= 0) return known;
    if (this.symbols.length === 0) this.#first = new TextEncoder().encode(text);
    // Names of a few are enough to say what is wrong.
    return this.symbols.length < 10 ? this.symbols.push(text) - 1 : 10;
  }
}

/** The error of a file of several instruments, which would be read as one series. */
export function severalSymbolsError(file: string, column: string, symbols: readonly string[], where: string): Error {
  const shown = symbols.slice(0, 5).join(", ") + (symbols.length > 5 ? " and others" : "");
  const message =
    `must have the bars of one instrument, but its column ${column} has several: ${shown} (the second starts at ${where}). ` +
    "Split the file by that column, and name each part as SYMBOL=FILE. If all rows are one series, remove the column";
  return invalidFile(file, message, { column, symbols });
}

/** Throws DATA_FILE_INVALID where a column of symbols has several of them. */
export function checkOneSymbol({ file, text, header }: Table, rows: Rows, position: number, cells: SymbolReader): void {
  if (cells.symbols.length < 2) return;
  const second = rows.columns[position]!.subarray(0, rows.length).findIndex((place) => place > 0);
  const line = second < 0 ? lineAt(text, text.length) : lineAt(text, rows.starts[second]!);
  throw severalSymbolsError(file, header.names[position]!, cells.symbols, `line ${line}`);
}

/** The cells of prices or of volumes, and what their points may mean. */
class PointUse {
  /** The first cell that may have points between thousands; empty for none. */
  first = "";
  /** Some are written without points next to them, as thousands never are. */
  plain = false;
  /** Some show that a point is a decimal point. */
  decimal = false;
  small = false;

  read(cell: string): void {
    if (THOUSANDS.test(cell)) this.first ||= cell;
    else if (SHORT_INTEGER.test(cell)) this.small = true;
    else if (cell.includes(".")) this.decimal = true;
    else this.plain = true;
  }

  get isAmbiguous(): boolean {
    return this.first !== "" && !this.plain;
  }

  /** The number without its points. */
  get whole(): string {
    return this.first.replaceAll(".", "");
  }

  note(what: string): string {
    const all = this.small
      ? `All ${what} with a point have three digits after it`
      : `All ${what} have three digits after a point`;
    return `${all}, such as ${this.first}, and are read as decimals: ${Number(this.first)}. If the point separates thousands, remove it: ${this.whole}.`;
  }
}

/**
 * Notes on prices or volumes whose points may part thousands, as in German files: `16.500` for sixteen thousand five hundred, next to `850`. None where
 * a price or a volume shows what a point is: `0.500` and `16.50` are no thousands, nor is `1234.5`; and none where a number of four digits has no
 * point. Throws DATA_FILE_INVALID where all volumes of a file that is not divided by commas are written that way too.
 */
export function thousandsNotes(
  { file, text, header }: Table,
  layout: Layout,
  { length, starts, columns }: Rows,
): readonly string[] {
  const { open, high, low, close, volume } = layout;
  const positions = [close, open, high, low];
  if (length === 0 || !positions.every((position) => mayHaveThousands(columns[position]!, length))) return [];
  const [prices, volumes] = [new PointUse(), new PointUse()];
  if (volume !== undefined && !mayHaveThousands(columns[volume]!, length)) volumes.plain = true;
  const stride = Math.ceil(length / SAMPLE);
  for (let row = 0; row < length; row += stride) {
    const cells = cellsOfLine(text, starts[row]!, header.delimiter);
    for (const position of positions) prices.read(cells[position] ?? "");
    if (volume !== undefined) volumes.read(cells[volume] ?? "");
  }
  if (prices.decimal || prices.plain || volumes.decimal) return [];
  if (prices.first === "") return volumes.isAmbiguous ? [volumes.note("volumes")] : [];
  if (volumes.isAmbiguous && header.delimiter !== COMMA) {
    const message =
      `must not separate thousands by points, but all prices and volumes have three digits after a point, such as ${prices.first}. ` +
      `Remove the points (${prices.whole}), or write another number of decimals if they are decimal points`;
    throw invalidFile(file, message, { thousands: prices.first });
  }
  return [prices.note("prices")];
}

/** Whether all numbers of a column may be written with one point before their last three digits, or are whole and below a thousand. */
function mayHaveThousands(column: Column, length: number): boolean {
  for (let row = 0; row < length; row++) {
    const value = column[row]!;
    const units = value * 1000;
    if (!(value === 0 || (value >= 1 && value < 1000 && Math.abs(units - Math.round(units)) < 1e-6))) return false;
  }
  return true;
}

/** A refused header with what is likely wrong with it: no line of names, names in the second line, the three lines of yfinance. */
export function explainHeaderError(table: Table, error: HindcastError): HindcastError {
  const { file, header } = table;
  const { names } = header;
  const withMessage = (message: string): HindcastError => invalidFile(file, message, error.details);
  const row = firstRow(table) ?? [];
  const shown = JSON.stringify(names.join(",").slice(0, 200));
  if (names[0] === "Price" && row[0] === "Ticker") {
    const message =
      "must name its columns in one line, but has the three header lines of yfinance. Write it with multi_level_index=False, " +
      "or remove the second and the third line and call the first column Date";
    return withMessage(message);
  }
  if (names.length >= 5 && names.every((name) => NUMBER_OR_DATE.test(name.trim()))) {
    const message =
      `must name its columns in its first line, but has no line of names: the first line is already a row, ${shown}. ` +
      "Put a line such as time,open,high,low,close,volume before it, with a name for each column";
    return withMessage(message);
  }
  if (!hasBarColumns(row)) return error;
  const message = `must name its columns in its first line, but has them in its second line. Remove the first one, ${shown}`;
  return withMessage(message);
}

/** A column that holds no part of a bar, as text. */
export interface UnreadColumn {
  readonly name: string;
  readonly at: (row: number) => string;
}

/** More values than this are no instruments of one file. */
const MOST_VALUES = 1000;
/** Rows that go back in time, as a share of all: where clocks are put back it is an hour of a day. */
const BACKWARD_SHARE = 0.1;

/**
 * Notes on columns whose values look like names of instruments, by names that no reader knows. Throws DATA_FILE_INVALID where the times go back, but
 * not among the rows of one value: those are several series.
 *
 * Where all times rise, rows of several instruments show by their prices: each change of the value makes a step of more than twice the largest step
 * between rows of one value. An exchange, a weekday or a flag changes without one.
 */
export function unreadColumnNotes(
  file: string,
  { time, close }: { readonly time: Column; readonly close: Column },
  columns: readonly UnreadColumn[],
  place: (row: number) => string,
): readonly string[] {
  if (columns.length === 0 || time.length < 4) return [];
  const overlaps = countBackwardRows(time) >= BACKWARD_SHARE * time.length;
  const jump = rowOfLargestStep(close);
  const notes: string[] = [];
  for (const column of columns) {
    if (!overlaps && column.at(jump) === column.at(jump - 1)) continue;
    const rows = overlaps ? rowsIfTimesSeparate(column, time) : rowsIfPricesSeparate(column, close);
    if (rows === undefined || rows.size < 2 || Math.min(...rows.values()) < 2) continue;
    const values = [...rows.keys()];
    if (overlaps) {
      const first = column.at(0);
      let second = 1;
      while (column.at(second) === first) second++;
      throw severalSymbolsError(file, column.name, values.slice(0, 10), place(second));
    }
    const shown = values.slice(0, 5).map((value) => `${value} (${pluralize(rows.get(value)!, "row")})`);
    notes.push(
      `The values of column ${column.name} look like names of instruments: ${shown.join(", ")}${values.length > 5 ? " and others" : ""}; ` +
        "the price jumps wherever they change. If they are, split the file by that column, and name each part as SYMBOL=FILE.",
    );
  }
  return notes;
}

/** How many rows begin no later than one before them. */
function countBackwardRows(time: Column): number {
  let latest = -Infinity;
  let back = 0;
  for (const moment of time) {
    if (moment <= latest) back++;
    else latest = moment;
  }
  return back;
}

/** How far two prices lie apart, as a share of the larger. */
function relativeStep(from: number, to: number): number {
  return from === to ? 0 : Math.abs(to - from) / Math.max(Math.abs(from), Math.abs(to));
}

/** The row whose price lies furthest from the one before. */
function rowOfLargestStep(close: Column): number {
  let row = 1;
  let largest = 0;
  for (let next = 1; next < close.length; next++) {
    const size = relativeStep(close[next - 1]!, close[next]!);
    if (size > largest) [largest, row] = [size, next];
  }
  return row;
}

/** Rows of each value, where times rise among them; undefined where they do not. */
function rowsIfTimesSeparate({ at }: UnreadColumn, time: Column): ReadonlyMap<string, number> | undefined {
  const rows = new Map<string, number>();
  const last = new Map<string, number>();
  for (let row = 0; row < time.length; row++) {
    const value = at(row);
    if (value === "" || !((last.get(value) ?? -Infinity) < time[row]!) || rows.size > MOST_VALUES) return undefined;
    last.set(value, time[row]!);
    rows.set(value, (rows.get(value) ?? 0) + 1);
  }
  return rows;
}

/** Rows of each value, where prices jump wherever it changes and nowhere else; undefined where they do not. */
function rowsIfPricesSeparate({ at }: UnreadColumn, close: Column): ReadonlyMap<string, number> | undefined {
  const rows = new Map<string, number>();
  const last = new Map<string, number>();
  let smallestChange = Infinity;
  let largestSame = 0;
  let before = at(0);
  for (let row = 0; row < close.length; row++) {
    const value = at(row);
    // Counts and amounts name nothing.
    if (!Number.isNaN(Number(value)) || rows.size > MOST_VALUES) return undefined;
    const price = close[row]!;
    if (value !== before) smallestChange = Math.min(smallestChange, relativeStep(close[row - 1]!, price));
    largestSame = Math.max(largestSame, relativeStep(last.get(value) ?? price, price));
    if (!(smallestChange > 2 * largestSame)) return undefined;
    last.set(value, price);
    rows.set(value, (rows.get(value) ?? 0) + 1);
    before = value;
  }
  return rows;
}
