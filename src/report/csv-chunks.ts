import { csvCell, type CsvCell } from "../primitives/csv-cell.ts";
import { formatInstant } from "../time/instant.ts";

/** Rows that are written at once. */
const AT_ONCE = 1_000;

/**
 * A file of columns for spreadsheets and data frames (RFC 4180, lines end in a line feed), in pieces, for it may be too long for one
 * string. A missing number is an empty cell.
 */
export function* csvChunks(
  names: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): Generator<string, void, undefined> {
  let lines = [names.map(csvCell).join(",")];
  for (const row of rows) {
    lines.push(row.map(csvCell).join(","));
    if (lines.length < AT_ONCE) continue;
    yield `${lines.join("\n")}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join("\n")}\n`;
}

/** An instant as a cell; empty where there is none. */
export function instantCell(time: number): string {
  return Number.isFinite(time) ? formatInstant(time) : "";
}
