import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ExactSum } from "../../src/primitives/exact-sum.ts";
import { roundedOnce } from "../support/rounded-once.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const values = fc.oneof(
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.double({ min: -1e250, max: 1e250, noNaN: true }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
);

property([fc.array(fc.record({ value: values, leaves: fc.nat(9) }), { maxLength: 80 })], runs(500))(
  "ExactSum is the exact sum of its values, rounded once, after any additions and removals",
  (steps) => {
    const sum = new ExactSum();
    const inside: number[] = [];
    for (const { value, leaves } of steps) {
      sum.add(value);
      inside.push(value);
      if (leaves < 4 && inside.length > 1) sum.remove(inside.splice(leaves % inside.length, 1)[0]!);
      expect(sum.value + 0).toBe(roundedOnce(inside) + 0);
    }
    for (const value of inside) sum.remove(value);
    expect(sum.value).toBe(0);
  },
);

it("ExactSum keeps digits that plain addition loses", () => {
  const sum = new ExactSum();
  for (const value of [1, 1e100, 1, -1e100]) sum.add(value);
  expect(sum.value).toBe(2);
});

it("ExactSum rounds a tie between two doubles to the even one, unless a tiny value breaks the tie", () => {
  const sum = new ExactSum();
  for (const value of [1, 2 ** -53]) sum.add(value);
  expect(sum.value).toBe(1);
  sum.add(2 ** -200);
  expect(sum.value).toBe(1 + 2 ** -52);
});

it("ExactSum includes even the smallest positive double in its rounding", () => {
  const sum = new ExactSum();
  for (const value of [-5e-324, -5908.32, 1793.27]) sum.add(value);
  expect(sum.value).toBe(-4115.05);
});

it("ExactSum recovers after an infinite value or NaN is removed", () => {
  const sum = new ExactSum();
  for (const value of [0.1, Infinity, NaN]) sum.add(value);
  expect(sum.value).toBeNaN();
  sum.remove(NaN);
  sum.remove(Infinity);
  expect(sum.value).toBe(0.1);
});
