import { expect, test } from "vitest";
import { dema } from "../../src/indicators/dema.ts";

// By hand with a weight of 2/3: the averages are 3/2, 19/6, 115/18 and 367/54. The averages of the averages are 7/3, 136/27 and 503/81.
test("dema matches values computed by hand", () => {
  expect([...dema(Float64Array.of(1, 2, 4, 8, 7), 2)]).toEqual([NaN, NaN, near(4), near(209 / 27), near(598 / 81)]);
});

test("dema has no value on a missing bar, and continues on the next bar", () => {
  expect([...dema(Float64Array.of(1, 2, 4, 8, NaN, 7), 2)].slice(3)).toEqual([near(209 / 27), NaN, near(598 / 81)]);
});

test("dema is constant for constant prices", () => {
  expect(
    dema(new Float64Array(60).fill(0.1), 4)
      .subarray(6)
      .every((value) => value === 0.1),
  ).toBe(true);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
