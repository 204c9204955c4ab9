import { expect, test } from "vitest";
import { midpoint } from "../../src/indicators/midpoint.ts";

test("midpoint matches values computed by hand", () => {
  // The lowest and highest values of the windows are 1 and 3, 2 and 6, 2 and 6, -4 and 6.
  expect(midpoint(Float64Array.of(1, 3, 2, 6, 5, -4), 3)).toEqual(Float64Array.of(NaN, NaN, 2, 4, 4, 1));
});

test("midpoint has no value while its window contains a missing value", () => {
  expect(midpoint(Float64Array.of(1, 3, NaN, 1, 0, 2), 2)).toEqual(Float64Array.of(NaN, 2, NaN, NaN, 0.5, 1));
});

test("midpoint equals the price exactly for constant prices", () => {
  expect(midpoint(new Float64Array(4).fill(0.1), 3)).toEqual(Float64Array.of(NaN, NaN, 0.1, 0.1));
});
