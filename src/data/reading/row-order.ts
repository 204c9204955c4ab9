import type { Column } from "../../primitives/column.ts";
import type { Zone } from "../../time/zone.ts";

const HOUR_MS = 3_600_000;

/** Copies the given rows of a column. `Float64Array.from` with a function takes ten times as long. */
export function selectRows(column: Column, rows: ArrayLike<number>): Column {
  const picked = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) picked[i] = column[rows[i]!]!;
  return picked;
}

/**
 * Whether rows go from new to old: every time is before the one in the row above, but for local times of an hour that clocks show twice.
 */
export function isNewestFirst(time: Column, zone: Zone): boolean {
  if (time.length < 2 || !(time[time.length - 1]! < time[0]!)) return false;
  for (let row = 1; row < time.length; row++) {
    const step = time[row]! - time[row - 1]!;
    if (step >= 0 && (step > HOUR_MS || secondShowing(time[row - 1]!, zone) === undefined)) return false;
  }
  return true;
}

/** Returns the instant at which the clocks of a zone show the local time of an instant again; undefined if they do not. */
function secondShowing(instant: number, zone: Zone): number | undefined {
  return [HOUR_MS, HOUR_MS / 2]
    .map((shift) => instant + shift)
    .find((later) => zone.toLocal(later) === zone.toLocal(instant));
}

/** Returns the numbers of rows from last to first. */
export function reversedRows(rows: ArrayLike<number>): Int32Array {
  const reversed = new Int32Array(rows.length);
  for (let i = 0; i < reversed.length; i++) reversed[i] = rows[rows.length - 1 - i]!;
  return reversed;
}

/**
 * Moves local times of the hour that clocks show twice to its second showing, in place, if they do not lie after the time in the row above.
 * Returns the number of times that it moved.
 */
export function placeRepeatedHours(time: Column, zone: Zone): number {
  let moved = 0;
  for (let row = 1; row < time.length; row++) {
    const instant = time[row]!;
    if (instant > time[row - 1]!) continue;
    const later = secondShowing(instant, zone);
    if (later === undefined || later <= time[row - 1]!) continue;
    time[row] = later;
    moved++;
  }
  return moved;
}

/** Returns the rows of each symbol, in the order in which symbols first occur. `places` has the index of the symbol of each row. */
export function rowsBySymbol(places: Column, rows: ArrayLike<number>, symbols: number): readonly Int32Array[] {
  const counts = new Int32Array(symbols);
  for (let i = 0; i < rows.length; i++) counts[places[rows[i]!]!]!++;
  const groups = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let i = 0; i < rows.length; i++) {
    const place = places[rows[i]!]!;
    groups[place]![counts[place]!++] = rows[i]!;
  }
  return groups;
}
