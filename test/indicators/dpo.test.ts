import { expect, test } from "vitest";
import { dpo } from "../../src/indicators/dpo.ts";

const source = Float64Array.of(1, 2, 4, 7, 11);

test("by hand: 1, 2 and 4 two bars ago less means of 7/3, 13/3 and 22/3", () => {
  expect([...dpo(source, 3)]).toEqual([NaN, NaN, near(-4 / 3), near(-7 / 3), near(-10 / 3)]);
});

test("by hand: a price three bars ago less the mean of four", () => {
  expect([...dpo(source, 4)]).toEqual([NaN, NaN, NaN, near(-2.5), near(-4)]);
});

test("a window of one or two bars waits for the price that lies before it", () => {
  expect([...dpo(source, 1)]).toEqual([NaN, -1, -2, -3, -4]);
  expect([...dpo(source, 2)]).toEqual([NaN, NaN, near(-2), near(-3.5), near(-5)]);
});

test("a market that stands still is at exactly 0", () => {
  expect(dpo(new Float64Array(40).fill(0.1), 7)[39]).toBe(0);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
