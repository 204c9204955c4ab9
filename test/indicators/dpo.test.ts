import { expect, test } from "vitest";
import { dpo } from "../../src/indicators/dpo.ts";

const source = Float64Array.of(1, 2, 4, 7, 11);

test("dpo matches values computed by hand", () => {
  // The prices two bars ago are 1, 2 and 4, and the means are 7/3, 13/3 and 22/3.
  expect([...dpo(source, 3)]).toEqual([NaN, NaN, near(-4 / 3), near(-7 / 3), near(-10 / 3)]);
});

test("dpo with a period of 4 matches values computed by hand", () => {
  // Each value is the price three bars ago minus the mean of four prices.
  expect([...dpo(source, 4)]).toEqual([NaN, NaN, NaN, near(-2.5), near(-4)]);
});

test("dpo with a period of 1 or 2 starts on the first bar that has an earlier price to compare with", () => {
  expect([...dpo(source, 1)]).toEqual([NaN, -1, -2, -3, -4]);
  expect([...dpo(source, 2)]).toEqual([NaN, NaN, near(-2), near(-3.5), near(-5)]);
});

test("dpo is exactly 0 for constant prices", () => {
  expect(dpo(new Float64Array(40).fill(0.1), 7)[39]).toBe(0);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
