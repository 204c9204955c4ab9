import { expect, test } from "vitest";
import { zigzag } from "../../src/indicators/zigzag.ts";

const line = (...prices: number[]) => {
  const column = Float64Array.from(prices);
  return zigzag(column, column, 10);
};

/*
 * By hand with 10 percent: 110 is 10 above the low of 100 and confirms it. 108 is 13 below the high of 121 and confirms it. 98 is a
 * new low. 107 is 9 above 98, which is too little, and 108 confirms the low of 98.
 */
test("zigzag shows a turning point on the bar that confirms it", () => {
  const { point, barsAgo, direction } = line(101, 100, 105, 110, 121, 108, 98, 107, 108);
  expect(point).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100, 121, 121, 121, 98));
  expect(barsAgo).toEqual(Float64Array.of(NaN, NaN, NaN, 2, 3, 1, 2, 3, 2));
  expect(direction).toEqual(Float64Array.of(NaN, NaN, NaN, 1, 1, -1, -1, -1, 1));
});

test("zigzag confirms a high as its first turning point if the price falls first", () => {
  const { point, direction } = line(100, 102, 95, 90);
  expect(point).toEqual(Float64Array.of(NaN, NaN, NaN, 102));
  expect(direction[3]).toBe(-1);
});

test("zigzag has no turning point if the price never moves by the given percentage", () => {
  expect(line(100, 109, 101, 108).point.every(Number.isNaN)).toBe(true);
  expect(line(0, 0, 0).point.every(Number.isNaN)).toBe(true);
});

test("zigzag confirms no turning point on a bar that makes a new high, however low the bar goes", () => {
  // The third bar makes a new high of 120 and falls to 100. Only the fourth bar, with a low of 101, confirms the high.
  const high = Float64Array.of(100, 112, 120, 119);
  const low = Float64Array.of(100, 111, 100, 101);
  expect(zigzag(high, low, 10).point).toEqual(Float64Array.of(NaN, 100, 100, 120));
});

test("zigzag starts upward if its first confirming bar could confirm a low or a high", () => {
  const { point, direction } = zigzag(Float64Array.of(120, 115), Float64Array.of(100, 105), 10);
  expect([point[1], direction[1]]).toEqual([100, 1]);
});

test("zigzag takes its percentage of the absolute price if prices are negative", () => {
  expect(line(-100, -90, -99).point).toEqual(Float64Array.of(NaN, -100, -90));
});

test("zigzag has no values on a missing bar, but counts the bar in barsAgo", () => {
  const { point, barsAgo } = line(100, 110, NaN, 112);
  expect(point).toEqual(Float64Array.of(NaN, 100, NaN, 100));
  expect(barsAgo).toEqual(Float64Array.of(NaN, 1, NaN, 3));
});
