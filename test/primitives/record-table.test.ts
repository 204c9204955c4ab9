import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RecordTable } from "../../src/primitives/record-table.ts";
import { property } from "../support/property.ts";

/** Returns a table of two fields with chunks of four rows. The row with index r has the values r and 10 * r. */
function tableOf(rows: number): RecordTable {
  const table = new RecordTable(2, 2);
  for (let row = 0; row < rows; row++) {
    const at = table.append();
    table.rows[at] = row;
    table.rows[at + 1] = 10 * row;
  }
  return table;
}

function write(table: RecordTable, value: number): void {
  const at = table.append();
  table.rows[at] = value;
}

describe("RecordTable", () => {
  property([fc.nat(30)])("keeps the values of its rows over any number of chunks", (rows) => {
    const table = tableOf(rows);
    const numbers = Array.from({ length: rows }, (_, row) => row);
    expect(table.length).toBe(rows);
    expect(numbers.map((row) => [table.at(row, 0), table.at(row, 1)])).toEqual(numbers.map((row) => [row, 10 * row]));
    expect(Array.from(table.column(1))).toEqual(numbers.map((row) => 10 * row));
  });

  test("appends rows of zeros, even after it was restored to fewer rows", () => {
    const table = tableOf(3);
    table.restore(tableOf(2).snapshot());
    const at = table.append();
    expect([table.length, table.rows[at], table.rows[at + 1]]).toEqual([3, 0, 0]);
  });

  test("lets its user change a row through the row's chunk and offset", () => {
    const table = tableOf(9);
    table.chunkOf(5)[table.offsetOf(5) + 1] = 7;
    expect(Array.from(table.column(1))).toEqual([0, 10, 20, 30, 40, 7, 60, 70, 80]);
  });

  property([fc.nat(20), fc.nat(20), fc.nat(6)])(
    "restores a snapshot, which later changes do not affect, and continues with it",
    (rows, others, more) => {
      const table = tableOf(rows);
      const state = table.snapshot();
      for (let row = 0; row < more; row++) write(table, -1);
      if (rows > 0) table.chunkOf(0)[0] = -1;
      const other = tableOf(others);
      other.restore(structuredClone(state));
      expect(other.snapshot()).toEqual(tableOf(rows).snapshot());
      for (let row = 0; row < more; row++) write(other, 5);
      expect(Array.from(other.column(0))).toEqual([
        ...Array.from({ length: rows }, (_, row) => row),
        ...Array.from({ length: more }, () => 5),
      ]);
    },
  );

  test("returns copies of its columns", () => {
    const table = tableOf(3);
    table.column(0).fill(9);
    expect(Array.from(table.column(0))).toEqual([0, 1, 2]);
  });
});

test("a RecordTable restored to no rows behaves like a new one", () => {
  const filled = (table: RecordTable, rows: number) => {
    for (let row = 0; row < rows; row++) {
      const at = table.append();
      table.rows[at + 1] = row + 0.5;
    }
    return [table.column(0), table.column(1)];
  };
  const used = new RecordTable(2);
  // The first round needs more than one chunk of memory, and the later rounds reuse part of that memory.
  for (const rows of [5000, 70, 3]) {
    used.restore({ width: 2, values: new Float64Array(0) });
    expect(filled(used, rows)).toEqual(filled(new RecordTable(2), rows));
  }
});
