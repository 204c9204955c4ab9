import { expect, test } from "vitest";
import { disparity } from "../../src/indicators/disparity.ts";

test("disparity matches values computed by hand", () => {
  // The last two prices, 12 and 8, are compared with means of 10.
  const values = disparity(Float64Array.of(8, 10, 12, 8), 3);
  expect([...values]).toEqual([NaN, NaN, near(20), near(-20)]);
});

test("disparity is exactly 0 for constant prices", () => {
  expect(disparity(new Float64Array(20).fill(0.1), 7)[19]).toBe(0);
});

test("disparity has no value for an average of zero", () => {
  const values = disparity(Float64Array.of(-1, 1, 3, 0, 0), 2);
  expect([...values]).toEqual([NaN, NaN, near(50), near(-100), NaN]);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
