import { expect, test } from "vitest";
import { alligator } from "../../src/indicators/alligator.ts";

const high = Float64Array.of(2, 4, 6, 8);
const low = Float64Array.of(0, 2, 4, 2);

test("by hand: the middles are 1 3 5 5, each line begins with the mean of its first ones", () => {
  const { jaw, teeth, lips } = alligator(high, low, 4, 3, 2);
  expect(jaw).toEqual(Float64Array.of(NaN, NaN, NaN, 3.5));
  expect([...teeth]).toEqual([NaN, NaN, 3, expect.closeTo(11 / 3, 12)]);
  expect(lips).toEqual(Float64Array.of(NaN, 2, 3.5, 4.25));
});

test("a bar without a high is missing as a whole, and the lines go on after it", () => {
  const { lips } = alligator(high.with(2, NaN), low, 4, 3, 2);
  expect(lips).toEqual(Float64Array.of(NaN, 2, NaN, 3.5));
});
