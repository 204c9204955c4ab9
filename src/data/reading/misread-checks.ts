import { basename } from "node:path";
import type { BarColumns } from "../../market/validate-bars.ts";
import type { Column } from "../../primitives/column.ts";
import { formatValue } from "../../primitives/check.ts";
import { pluralize } from "../../primitives/words.ts";
import type { CellReader } from "../csv/cell.ts";
import { columnText, invalidFile } from "../file-error.ts";
import type { BarTable, TableRows } from "./bar-table.ts";
import { columnName, type Layout } from "./columns.ts";
import { isOptionalNumber } from "./number-cells.ts";

/** Number of rows, spread over a file, whose cells are checked as text for misread numbers. */
const SAMPLE = 1000;
/** Matches numbers whose points may separate thousands; `0.123` and `16.50` do not match. */
const THOUSANDS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;
const SHORT_INTEGER = /^\d{1,3}$/;
/** Reads a column of symbols as indexes into the list of symbols found. */
export class SymbolReader implements CellReader {
  readonly symbols: string[] = [];
  readonly #places = new Map<string, number>();
  #last = new Uint8Array(0);
  #lastPlace = 0;

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const last = this.#last;
    if (last.length === 0 || at + last.length >= view.byteLength) return -1;
    for (let i = 0; i < last.length; i++) if (view.getUint8(at + i) !== last[i]) return -1;
    out[row] = this.#lastPlace;
    return at + last.length;
  }

  parse(text: string): number {
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.symbols.push(text) - 1;
      this.#places.set(text, place);
    }
    this.#last = new TextEncoder().encode(text);
    this.#lastPlace = place;
    return place;
  }
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
 * Throws `DATA_FILE_INVALID` if the delimiter is not a comma, and all volumes are written in that form too or dates have points, as in German.
 */
export function thousandsNotes(
  { file, delimiter }: Pick<BarTable, "file" | "delimiter">,
  layout: Layout,
  { length, text, columns }: TableRows,
  timeFormat: string,
): readonly string[] {
  const { open, high, low, close, volume } = layout;
  const positions = [close, open, high, low];
  if (delimiter === undefined || length === 0) return [];
  if (!positions.every((position) => mayHaveThousands(columns[position]!, length))) return [];
  const [prices, volumes] = [new PointUse(), new PointUse()];
  if (volume !== undefined && !mayHaveThousands(columns[volume]!, length)) volumes.plain = true;
  const stride = Math.ceil(length / SAMPLE);
  for (let row = 0; row < length; row += stride) {
    for (const position of positions) prices.read(text(row, position));
    if (volume !== undefined) volumes.read(text(row, volume));
  }
  if (prices.decimal || prices.plain || volumes.decimal) return [];
  if (prices.first === "") return volumes.isAmbiguous ? [volumes.note("volumes")] : [];
  if (delimiter !== "," && (volumes.isAmbiguous || timeFormat.startsWith("DD.MM."))) {
    const message =
      `has ${volumes.isAmbiguous ? "prices and volumes" : "prices"} that all have three digits after a point, such as ${prices.first}, which may be ${Number(prices.first)} or ${prices.whole}. ` +
      "Use --decimal comma if the points separate thousands, or --decimal point if they separate decimals";
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

/** Returns a note on a column that is not read, with its first text that is no number; none if it has no such text. */
export function textNotes({ file, names }: BarTable, read: TableRows, position: number): readonly string[] {
  for (let row = 0; row < read.length; row++) {
    const text = read.text(row, position);
    if (isOptionalNumber(text)) continue;
    const place = read.place(row).text.slice(file.length + ", ".length);
    const column = columnText(columnName(names, position)).replace(/^c/, "C");
    return [`${column} of ${basename(file)} is not read: ${place} has ${formatValue(text)}.`];
  }
  return [];
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
      const shown = values.slice(0, 5).join(", ") + (values.length > 5 ? " and others" : "");
      const message =
        `has several series, one for each value of ${columnText(column.name)}: ${shown}. ` +
        `If that column names the instruments, use --columns "symbol=${column.name}"`;
      throw invalidFile(file, message, { column: column.name, symbols: values.slice(0, 10) });
    }
    const shown = values.slice(0, 5).map((value) => `${value} (${pluralize(rows.get(value)!, "row")})`);
    notes.push(
      `The values of ${columnText(column.name)} look like names of instruments: ${shown.join(", ")}${values.length > 5 ? " and others" : ""}; ` +
        `the price jumps wherever they change. If they are, use --columns "symbol=${column.name}".`,
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

/** The bars of a symbol, oldest first. */
interface SeriesColumns {
  readonly columns: BarColumns;
}

/**
 * How much longer all steps from opens to the next closes must be than those from closes to the next opens, to distinguish the two. In real
 * minutes and days the factor is above 1.9 for a thousand bars.
 */
const CLEAR_STEPS = 1.25;

/**
 * Throws `DATA_FILE_INVALID` unless the prices of a file without names show which column is the open and which is the close: a bar opens near the
 * close before it.
 */
export function refuseSwappedPrices(file: string, series: readonly SeriesColumns[]): void {
  let [asRead, swapped] = [0, 0];
  let areEqual = true;
  for (const { columns } of series) {
    const { open, close } = columns;
    for (let row = 0; row < open.length; row++) {
      if (open[row] !== close[row]) areEqual = false;
      if (row === 0) continue;
      asRead += Math.abs(open[row]! - close[row - 1]!);
      swapped += Math.abs(close[row]! - open[row - 1]!);
    }
  }
  if (areEqual || (swapped > 0 && swapped >= CLEAR_STEPS * asRead)) return;
  const message =
    "has no header, and its prices do not show which of two columns is the open and which is the close. " +
    'Name the columns in order, such as --columns "time,open,high,low,close,volume", with - for a column to leave out';
  throw invalidFile(file, message);
}

/** Returns a note on bars whose prices and volume are all 0 among others: some files have such rows for days without trades. */
export function zeroNotes(series: readonly SeriesColumns[]): readonly string[] {
  let [zeros, bars] = [0, 0];
  for (const { columns } of series) {
    const { high, low, volume, time } = columns;
    bars += time.length;
    for (let row = 0; row < time.length; row++) if (high[row] === 0 && low[row] === 0 && volume[row] === 0) zeros++;
  }
  if (zeros === 0 || zeros === bars) return [];
  const subject = zeros === 1 ? "1 bar has" : `${zeros} bars have`;
  return [
    `${subject} only zeros and ${zeros === 1 ? "is" : "are"} read as prices of 0. If nothing was traded, remove the rows.`,
  ];
}
