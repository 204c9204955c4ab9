import { expect, test } from "vitest";
import { zigzag } from "../../src/indicators/zigzag.ts";

const line = (...prices: number[]) => {
  const column = Float64Array.from(prices);
  return zigzag(column, column, 10);
};

/*
 * By hand on closes, with 10 percent: 110 confirms the low of 100 (10 of 100). 108 is 13 below 121 and confirms that high. 98
 * continues. 107 is 9 above 98, which is not enough; 108 is.
 */
test("zigzag shows a turning point on the bar that confirms it", () => {
  const { point, barsAgo, direction } = line(101, 100, 105, 110, 121, 108, 98, 107, 108);
  expect(point).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100, 121, 121, 121, 98));
  expect(barsAgo).toEqual(Float64Array.of(NaN, NaN, NaN, 2, 3, 1, 2, 3, 2));
  expect(direction).toEqual(Float64Array.of(NaN, NaN, NaN, 1, 1, -1, -1, -1, 1));
});

test("zigzag confirms the first high by a first fall", () => {
  const { point, direction } = line(100, 102, 95, 90);
  expect(point).toEqual(Float64Array.of(NaN, NaN, NaN, 102));
  expect(direction[3]).toBe(-1);
});

test("zigzag has no turning point in a market that does not move far enough", () => {
  expect(line(100, 109, 101, 108).point.every(Number.isNaN)).toBe(true);
  expect(line(0, 0, 0).point.every(Number.isNaN)).toBe(true);
});

test("zigzag confirms nothing on a bar that extends the leg, however far it comes back", () => {
  // Up from 100. The third bar makes a new high of 120 and also falls to 100; the next bar, inside it, confirms.
  const high = Float64Array.of(100, 112, 120, 119);
  const low = Float64Array.of(100, 111, 100, 101);
  expect(zigzag(high, low, 10).point).toEqual(Float64Array.of(NaN, 100, 100, 120));
});

test("zigzag turns upward on a first bar that could confirm either direction", () => {
  const { point, direction } = zigzag(Float64Array.of(120, 115), Float64Array.of(100, 105), 10);
  expect([point[1], direction[1]]).toEqual([100, 1]);
});

test("zigzag uses the absolute price for prices below 0", () => {
  expect(line(-100, -90, -99).point).toEqual(Float64Array.of(NaN, -100, -90));
});

test("zigzag has no values on a missing bar, and counts it in barsAgo", () => {
  const { point, barsAgo } = line(100, 110, NaN, 112);
  expect(point).toEqual(Float64Array.of(NaN, 100, NaN, 100));
  expect(barsAgo).toEqual(Float64Array.of(NaN, 1, NaN, 3));
});
