import { expect, test } from "vitest";
import { borrowColumn, returnColumn } from "../../src/primitives/scratch.ts";

test("borrowColumn reuses the memory of a returned column, cut to the requested length", () => {
  const long = borrowColumn(1000);
  returnColumn(long);
  const again = borrowColumn(10);
  expect(again.length).toBe(10);
  expect(again.buffer).toBe(long.buffer);
  returnColumn(again);
  expect(borrowColumn(1000).buffer).toBe(long.buffer);
});

test("borrowColumn never gives the same memory to two borrowers at once", () => {
  const one = borrowColumn(5);
  const other = borrowColumn(5);
  expect(one.buffer).not.toBe(other.buffer);
  returnColumn(one);
  returnColumn(other);
  const columns = [borrowColumn(5), borrowColumn(5), borrowColumn(5)];
  expect(new Set(columns.map((column) => column.buffer)).size).toBe(3);
});
