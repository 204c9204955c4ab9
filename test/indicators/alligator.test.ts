import { expect, test } from "vitest";
import { alligator } from "../../src/indicators/alligator.ts";

const high = Float64Array.of(2, 4, 6, 8);
const low = Float64Array.of(0, 2, 4, 2);

test("alligator matches values computed by hand", () => {
  // The midpoints of the bars are 1, 3, 5 and 5. Each line starts with the mean of as many midpoints as its period.
  const { jaw, teeth, lips } = alligator(high, low, 4, 3, 2);
  expect(jaw).toEqual(Float64Array.of(NaN, NaN, NaN, 3.5));
  expect([...teeth]).toEqual([NaN, NaN, 3, expect.closeTo(11 / 3, 12)]);
  expect(lips).toEqual(Float64Array.of(NaN, 2, 3.5, 4.25));
});

test("alligator has no values on a bar without a high, and continues after it", () => {
  const { lips } = alligator(high.with(2, NaN), low, 4, 3, 2);
  expect(lips).toEqual(Float64Array.of(NaN, 2, NaN, 3.5));
});
