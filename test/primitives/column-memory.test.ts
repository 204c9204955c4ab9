import { expect, test } from "vitest";
import { ReusableMemory } from "../../src/primitives/column-memory.ts";

test("ReusableMemory returns a different column for each request until all are reclaimed", () => {
  const memory = new ReusableMemory();
  const [first, second] = [memory.zeros(3), memory.zeros(3)];
  first.fill(1);
  expect([...second]).toEqual([0, 0, 0]);
});

test("ReusableMemory returns reclaimed columns again, filled with zeros", () => {
  const memory = new ReusableMemory();
  const [short, long] = [memory.zeros(2).fill(7), memory.zeros(3).fill(8)];
  memory.reclaim();
  expect(memory.zeros(3)).toBe(long);
  expect(memory.zeros(2)).toBe(short);
  expect([...short, ...long]).toEqual([0, 0, 0, 0, 0]);
});
