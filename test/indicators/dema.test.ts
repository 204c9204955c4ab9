import { expect, test } from "vitest";
import { dema } from "../../src/indicators/dema.ts";

// Worked by hand in fractions with a weight of 2/3: averages 3/2 19/6 115/18 367/54, of them 7/3 136/27 503/81.
test("by hand: period 2", () => {
  expect([...dema(Float64Array.of(1, 2, 4, 8, 7), 2)]).toEqual([NaN, NaN, near(4), near(209 / 27), near(598 / 81)]);
});

test("a missing value has no average, and the next one goes on from the averages before it", () => {
  expect([...dema(Float64Array.of(1, 2, 4, 8, NaN, 7), 2)].slice(3)).toEqual([near(209 / 27), NaN, near(598 / 81)]);
});

test("at rest it does not move", () => {
  expect(
    dema(new Float64Array(60).fill(0.1), 4)
      .subarray(6)
      .every((value) => value === 0.1),
  ).toBe(true);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
