import { counted } from "../primitives/words.ts";
import type { Column } from "../primitives/column.ts";
import { severalSymbols } from "./csv/misread.ts";

/** A column that holds no part of a bar, as text. */
export interface UnreadColumn {
  readonly name: string;
  readonly at: (row: number) => string;
}

/** More values than this are no instruments of one file. */
const MOST_VALUES = 1000;
/** Rows that go back in time, as a share of all: where clocks are put back it is an hour of a day. */
const OVERLAP = 0.1;

/**
 * Notes on columns whose values look like names of instruments, by names that no reader knows. Throws DATA_FILE_INVALID where the times go back, but
 * not among the rows of one value: those are several series.
 *
 * Where all times rise, rows of several instruments show by their prices: each change of the value makes a step of more than twice the largest step
 * between rows of one value. An exchange, a weekday or a flag changes without one.
 */
export function unreadNotes(
  file: string,
  { time, close }: { readonly time: Column; readonly close: Column },
  columns: readonly UnreadColumn[],
  place: (row: number) => string,
): readonly string[] {
  if (columns.length === 0 || time.length < 4) return [];
  const overlaps = rowsBack(time) >= OVERLAP * time.length;
  const jump = largestStep(close);
  const notes: string[] = [];
  for (const column of columns) {
    if (!overlaps && column.at(jump) === column.at(jump - 1)) continue;
    const rows = overlaps ? separateTimes(column, time) : separatePrices(column, close);
    if (rows === undefined || rows.size < 2 || Math.min(...rows.values()) < 2) continue;
    const values = [...rows.keys()];
    if (overlaps) {
      const first = column.at(0);
      let second = 1;
      while (column.at(second) === first) second++;
      throw severalSymbols(file, column.name, values.slice(0, 10), place(second));
    }
    const shown = values.slice(0, 5).map((value) => `${value} (${counted(rows.get(value)!, "row")})`);
    notes.push(
      `The values of column ${column.name} look like names of instruments: ${shown.join(", ")}${values.length > 5 ? " and others" : ""}; ` +
        "the price jumps wherever they change. If they are, split the file by that column, and name each part as SYMBOL=FILE.",
    );
  }
  return notes;
}

/** How many rows begin no later than one before them. */
function rowsBack(time: Column): number {
  let latest = -Infinity;
  let back = 0;
  for (const moment of time) {
    if (moment <= latest) back++;
    else latest = moment;
  }
  return back;
}

/** How far two prices lie apart, as a share of the larger. */
function step(from: number, to: number): number {
  return from === to ? 0 : Math.abs(to - from) / Math.max(Math.abs(from), Math.abs(to));
}

/** The row whose price lies furthest from the one before. */
function largestStep(close: Column): number {
  let row = 1;
  let largest = 0;
  for (let next = 1; next < close.length; next++) {
    const size = step(close[next - 1]!, close[next]!);
    if (size > largest) [largest, row] = [size, next];
  }
  return row;
}

/** Rows of each value, where times rise among them; undefined where they do not. */
function separateTimes({ at }: UnreadColumn, time: Column): ReadonlyMap<string, number> | undefined {
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
function separatePrices({ at }: UnreadColumn, close: Column): ReadonlyMap<string, number> | undefined {
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
    if (value !== before) smallestChange = Math.min(smallestChange, step(close[row - 1]!, price));
    largestSame = Math.max(largestSame, step(last.get(value) ?? price, price));
    if (!(smallestChange > 2 * largestSame)) return undefined;
    last.set(value, price);
    rows.set(value, (rows.get(value) ?? 0) + 1);
    before = value;
  }
  return rows;
}
