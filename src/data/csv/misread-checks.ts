import type { Column } from "../../primitives/column.ts";
import type { HindcastError } from "../../primitives/errors.ts";
import { pluralize } from "../../primitives/words.ts";
import { type CellReader, cellsOfLine, COMMA } from "./cell.ts";
import { invalidFile, lineAt } from "../file-error.ts";
import { type Layout, hasBarColumns } from "./layout.ts";
import { firstRow, type Rows, type Table } from "./rows.ts";

/** Number of rows, spread over a file, whose cells are checked as text for misread numbers. */
const SAMPLE = 1000;
/** Matches numbers whose points may separate thousands; `0.123` and `16.50` do not match. */
const THOUSANDS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;
const SHORT_INTEGER = /^\d{1,3}$/;
/** Matches numbers and dates, which are never column names. */
const NUMBER_OR_DATE = /^[+-]?\d[\d.:/ T+-]*Z?$/;

/** Reads a column of symbols as numbers: the index of each symbol in the list `symbols`. */
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
    // Only ten symbols are kept, since an error names no more; all others share the index 10.
    return this.symbols.length < 10 ? this.symbols.push(text) - 1 : 10;
  }
}

/** Creates the error for a file with bars of several instruments, which would otherwise be read as one series. */
export function severalSymbolsError(file: string, column: string, symbols: readonly string[], where: string): Error {
  const shown = symbols.slice(0, 5).join(", ") + (symbols.length > 5 ? " and others" : "");
  const message =
    `must have the bars of one instrument, but its column ${column} has several: ${shown} (the second starts at ${where}). ` +
    "Split the file by that column, and name each part as SYMBOL=FILE. If all rows are one series, remove the column";
  return invalidFile(file, message, { column, symbols });
}

/** Throws `DATA_FILE_INVALID` if a column of symbols contains more than one symbol. */
export function checkOneSymbol({ file, text, header }: Table, rows: Rows, position: number, cells: SymbolReader): void {
  if (cells.symbols.length < 2) return;
  const second = rows.columns[position]!.subarray(0, rows.length).findIndex((place) => place > 0);
  const line = second < 0 ? lineAt(text, text.length) : lineAt(text, rows.starts[second]!);
  throw severalSymbolsError(file, header.names[position]!, cells.symbols, `line ${line}`);
}

/** Evidence on whether the points in prices or volumes are decimal points or separate thousands. */
class PointUse {
  /** First cell with points that may separate thousands; empty if there is none. */
  first = "";
  /** Whether a number of four or more digits is written without a point, which shows that points do not separate thousands. */
  plain = false;
  /** Whether a cell shows that points are decimal points. */
  decimal = false;
  /** Whether a cell has at most three digits and no point. */
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

  /** The first ambiguous number without its points, such as `16500` for `16.500`. */
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
 * Returns notes on prices or volumes whose points may separate thousands, as in German files: `16.500` for 16,500, next to `850`.
 * There is no note if a number shows the meaning of points, such as `0.500`, `16.50`, `1234.5`, or four digits without a point.
 * Throws `DATA_FILE_INVALID` if all volumes are written in that form too and the delimiter is not a comma.
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
      `Remove the points (${prices.whole}), or, if they are decimal points, write the numbers with another number of decimals`;
    throw invalidFile(file, message, { thousands: prices.first });
  }
  return [prices.note("prices")];
}

/** Whether all numbers of a column are 0, or from 1 to 1,000 with at most three decimals, as misread thousands would be. */
function mayHaveThousands(column: Column, length: number): boolean {
  for (let row = 0; row < length; row++) {
    const value = column[row]!;
    const units = value * 1000;
    if (!(value === 0 || (value >= 1 && value < 1000 && Math.abs(units - Math.round(units)) < 1e-6))) return false;
  }
  return true;
}

/** Replaces a header error by the likely cause: no line of names, names in the second line, or the three header lines of yfinance. */
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

/** A column that is not read as part of a bar; `at` returns its text in a row. */
export interface UnreadColumn {
  readonly name: string;
  readonly at: (row: number) => string;
}

/** A column with more values than this does not name the instruments of a file. */
const MOST_VALUES = 1000;
/** Share of rows that go back in time above which a file has several series. Clocks that go back repeat only one hour a year. */
const BACKWARD_SHARE = 0.1;

/**
 * Returns notes on columns with unknown names whose values look like instruments. Throws `DATA_FILE_INVALID` if times go back in the file but
 * not among the rows of one value: then the file has several series.
 *
 * If all times rise, prices decide: a price step at each change of value must be more than twice the largest step between rows of one value.
 * Values such as an exchange, a weekday or a flag change without such steps.
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

/** Counts rows whose time is not after all earlier rows. */
function countBackwardRows(time: Column): number {
  let latest = -Infinity;
  let back = 0;
  for (const moment of time) {
    if (moment <= latest) back++;
    else latest = moment;
  }
  return back;
}

/** Returns the distance between two prices as a fraction of the larger one. */
function relativeStep(from: number, to: number): number {
  return from === to ? 0 : Math.abs(to - from) / Math.max(Math.abs(from), Math.abs(to));
}

/** Returns the row with the largest relative price step from the row before. */
function rowOfLargestStep(close: Column): number {
  let row = 1;
  let largest = 0;
  for (let next = 1; next < close.length; next++) {
    const size = relativeStep(close[next - 1]!, close[next]!);
    if (size > largest) [largest, row] = [size, next];
  }
  return row;
}

/** Counts the rows of each value if times rise among the rows of every value; otherwise undefined. */
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

/** Counts the rows of each value if prices jump at every change of value and nowhere else; otherwise undefined. */
function rowsIfPricesSeparate({ at }: UnreadColumn, close: Column): ReadonlyMap<string, number> | undefined {
  const rows = new Map<string, number>();
  const last = new Map<string, number>();
  let smallestChange = Infinity;
  let largestSame = 0;
  let before = at(0);
  for (let row = 0; row < close.length; row++) {
    const value = at(row);
    // A column with numbers contains counts or amounts rather than names of instruments.
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
