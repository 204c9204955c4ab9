import { expect, test } from "vitest";
import { LentMemory } from "../../src/primitives/column-memory.ts";
import { RecordTable } from "../../src/primitives/record-table.ts";

test("memory that is lent twice at once is lent from two places", () => {
  const memory = new LentMemory();
  const [first, second] = [memory.zeros(3), memory.zeros(3)];
  first.fill(1);
  expect([...second]).toEqual([0, 0, 0]);
});

test("what was taken back comes back as zeros, and at the same place", () => {
  const memory = new LentMemory();
  const [short, long] = [memory.zeros(2).fill(7), memory.zeros(3).fill(8)];
  memory.takeBack();
  expect(memory.zeros(3)).toBe(long);
  expect(memory.zeros(2)).toBe(short);
  expect([...short, ...long]).toEqual([0, 0, 0, 0, 0]);
});

test("a table in lent memory reads as one in memory of its own, whatever lay there before", () => {
  const memory = new LentMemory();
  const filled = (table: RecordTable, rows: number) => {
    for (let row = 0; row < rows; row++) table.rows[table.append() + 1] = row + 0.5;
    return [table.column(0), table.column(1)];
  };
  // More rows than the first piece and than the first chunk have room for, then few.
  for (const rows of [5000, 70, 3]) {
    memory.takeBack();
    expect(filled(new RecordTable(2, memory), rows)).toEqual(filled(new RecordTable(2), rows));
  }
});
