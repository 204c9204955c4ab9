import { expect, test } from "vitest";
import { borrow, giveBack } from "../../src/primitives/scratch.ts";

test("a column that was given back is lent again, at the length that is asked for", () => {
  const long = borrow(1000);
  giveBack(long);
  const again = borrow(10);
  expect(again.length).toBe(10);
  expect(again.buffer).toBe(long.buffer);
  giveBack(again);
  expect(borrow(1000).buffer).toBe(long.buffer);
});

test("two borrowers never share a column", () => {
  const one = borrow(5);
  const other = borrow(5);
  expect(one.buffer).not.toBe(other.buffer);
  giveBack(one);
  giveBack(other);
  const columns = [borrow(5), borrow(5), borrow(5)];
  expect(new Set(columns.map((column) => column.buffer)).size).toBe(3);
});
