import type { Column } from "../../primitives/column.ts";
import type { BarColumns } from "../../market/bars.ts";
import { fileError } from "../csv/file-error.ts";

/** The columns of bars beside their times, in the order of a file. */
export function priceColumns(bars: BarColumns): readonly (readonly [name: string, column: Column])[] {
  const { open, high, low, close, volume, adjClose } = bars;
  const columns = { open, high, low, close, volume, ...(adjClose !== undefined && { adjClose }) };
  return Object.entries(columns);
}

/** Throws DATE_INVALID for a time that a file cannot say to the full: one inside a millisecond, or beyond all dates. */
export function checkTimes(file: string, { time }: BarColumns): void {
  const row = time.findIndex((instant) => !Number.isInteger(instant) || Math.abs(instant) > 8.64e15);
  if (row < 0) return;
  throw fileError("DATE_INVALID", file, `must get times in whole milliseconds, bar ${row} has ${time[row]}`, { row });
}

/** Rows in pieces of a few thousand, so that a long file is never one text. */
export function* inPieces(rows: number, textOf: (row: number) => string): Generator<string> {
  for (let start = 0; start < rows; start += 4096) {
    let piece = "";
    for (let row = start; row < Math.min(start + 4096, rows); row++) piece += textOf(row);
    yield piece;
  }
}
