import type { Column } from "../../primitives/column.ts";
import type { NamedColumns } from "./arrow-file.ts";
import { recordingError } from "./recording-error.ts";

/**
 * Checks columns that are not bars: all as long as `time`, times that never fall, no infinite values; a missing value is NaN, except in the
 * columns `never`, which place a row. Throws RECORDING_INVALID, with the row.
 */
export function checkColumns(path: string, columns: NamedColumns, never: readonly string[]): void {
  const time = columns["time"]!;
  for (const [name, column] of Object.entries(columns)) {
    if (column.length !== time.length) {
      throw recordingError(
        "RECORDING_INVALID",
        path,
        `must have ${time.length} rows in ${name}, as in time, has ${column.length}`,
        {
          column: name,
        },
      );
    }
    const row = firstUnsound(column, never.includes(name));
    if (row >= 0) {
      const mustBe = never.includes(name) ? "a finite number" : "a finite number or nothing (NaN)";
      throw recordingError(
        "RECORDING_INVALID",
        path,
        `must have ${mustBe} in ${name} of row ${row}, was ${column[row]}`,
        {
          column: name,
          row,
        },
      );
    }
  }
  for (let row = 1; row < time.length; row++) {
    if (time[row]! >= time[row - 1]!) continue;
    throw recordingError(
      "RECORDING_INVALID",
      path,
      `must have rows in order of time, row ${row} has ${time[row]} after ${time[row - 1]}`,
      {
        column: "time",
        row,
      },
    );
  }
}

function firstUnsound(column: Column, mustBeThere: boolean): number {
  for (let row = 0; row < column.length; row++) {
    const value = column[row]!;
    if (Number.isFinite(value) || (!mustBeThere && Number.isNaN(value))) continue;
    return row;
  }
  return -1;
}
