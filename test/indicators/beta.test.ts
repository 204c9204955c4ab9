import { expect, test } from "vitest";
import { beta } from "../../src/indicators/beta.ts";

test("beta matches values computed by hand", () => {
  // By hand: the beta of 1, 3, 5 on 2, 3, 4 is 2, and the beta of 3, 5, 4 on 3, 4, 6 is 1 / (42/9).
  const values = beta(Float64Array.of(1, 3, 5, 4), Float64Array.of(2, 3, 4, 6), 3);
  expect(values.subarray(0, 3)).toEqual(Float64Array.of(NaN, NaN, 2));
  expect(values[3]).toBeCloseTo(9 / 42, 14);
});

test("beta of a series against twice the series is 0.5", () => {
  const walk = Float64Array.of(1, 2, 4, 3, 7, 5);
  beta(
    walk,
    walk.map((value) => 2 * value),
    3,
  ).forEach((value, i) => expect(value).toBe(i < 2 ? NaN : 0.5));
});

test("beta has no value if the other series is constant, and is 0 if the source is constant", () => {
  const still = new Float64Array(4).fill(0.1);
  const moving = Float64Array.of(1, 2, 3, 5);
  expect(beta(moving, still, 3)).toEqual(new Float64Array(4).fill(NaN));
  expect(beta(still, moving, 3)[3]! + 0).toBe(0);
});
