import { expect, test } from "vitest";
import { zigzag } from "../../src/indicators/zigzag.ts";

const line = (...prices: number[]) => {
  const column = Float64Array.from(prices);
  return zigzag(column, column, 10);
};

/*
 * By hand on closes, with 10 percent: 110 confirms the low of 100 (10 of 100), 108 is 13 of 121 back and confirms that high, 98
 * goes on, 107 is 9 of 98 and not enough, 108 is.
 */
test("by hand: a turning point shows on the bar that confirms it", () => {
  const { point, barsAgo, direction } = line(101, 100, 105, 110, 121, 108, 98, 107, 108);
  expect(point).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100, 121, 121, 121, 98));
  expect(barsAgo).toEqual(Float64Array.of(NaN, NaN, NaN, 2, 3, 1, 2, 3, 2));
  expect(direction).toEqual(Float64Array.of(NaN, NaN, NaN, 1, 1, -1, -1, -1, 1));
});

test("a first fall confirms the first high", () => {
  const { point, direction } = line(100, 102, 95, 90);
  expect(point).toEqual(Float64Array.of(NaN, NaN, NaN, 102));
  expect(direction[3]).toBe(-1);
});

test("a market that does not move far enough has no turning point", () => {
  expect(line(100, 109, 101, 108).point.every(Number.isNaN)).toBe(true);
  expect(line(0, 0, 0).point.every(Number.isNaN)).toBe(true);
});

test("a bar that goes on confirms nothing, however far it comes back", () => {
  // From 100 up; the third bar makes a new high of 120 and falls to 100 as well; the next one, inside it, confirms.
  const high = Float64Array.of(100, 112, 120, 119);
  const low = Float64Array.of(100, 111, 100, 101);
  expect(zigzag(high, low, 10).point).toEqual(Float64Array.of(NaN, 100, 100, 120));
});

test("a first bar that could turn both ways has turned upwards", () => {
  const { point, direction } = zigzag(Float64Array.of(120, 115), Float64Array.of(100, 105), 10);
  expect([point[1], direction[1]]).toEqual([100, 1]);
});

test("prices below 0 turn by a share of their size", () => {
  expect(line(-100, -90, -99).point).toEqual(Float64Array.of(NaN, -100, -90));
});

test("a missing bar has no numbers, and counts as a bar", () => {
  const { point, barsAgo } = line(100, 110, NaN, 112);
  expect(point).toEqual(Float64Array.of(NaN, 100, NaN, 100));
  expect(barsAgo).toEqual(Float64Array.of(NaN, 1, NaN, 3));
});
