import { expect, test } from "vitest";
import { randomWalkIndex } from "../../src/indicators/random-walk-index.ts";

// By hand: the true ranges are 3, 2 and 3 from index 1.
const high = Float64Array.of(10, 12, 13, 15);
const low = Float64Array.of(8, 9, 11, 12);
const close = Float64Array.of(9, 11, 12, 14);

test("randomWalkIndex over two bars matches values computed by hand", () => {
  const { high: up, low: down } = randomWalkIndex(high, low, close, 2);
  // Upward walks of 13 - 8 and 15 - 9 and downward walks of 10 - 11 and 12 - 12 are divided by sqrt(2) times a mean range of 2.5.
  const by = 2.5 * Math.SQRT2;
  expect([...up.subarray(0, 2), ...down.subarray(0, 2)]).toEqual([NaN, NaN, NaN, NaN]);
  expect(up[2]).toBeCloseTo(5 / by, 12);
  expect(up[3]).toBeCloseTo(6 / by, 12);
  expect(down[2]).toBeCloseTo(-1 / by, 12);
  expect(down[3]).toBe(0);
});

test("randomWalkIndex returns the larger value of the walks over two and three bars", () => {
  // The walk over three bars is (15 - 8) / (8 / 3 * sqrt(3)) = 1.516, less than the 1.697 over two bars.
  expect(randomWalkIndex(high, low, close, 3).high[3]).toBeCloseTo(6 / (2.5 * Math.SQRT2), 12);
  // A first low of -20 makes the walk over three bars larger, without changing the true ranges of the window.
  expect(randomWalkIndex(high, low.with(0, -20), close, 3).high[3]).toBeCloseTo(35 / ((8 / 3) * Math.sqrt(3)), 12);
});

test("randomWalkIndex skips walks over bars without a range, and has no value if all walks are", () => {
  const stands = Float64Array.of(5, 6, 6, 6);
  // The last two bars have no range. Over three bars the walk from 5 to 6 gives 1 / (1 / 3 * sqrt(3)).
  expect(randomWalkIndex(stands, stands, stands, 3).high[3]).toBeCloseTo(Math.sqrt(3), 12);
  const flat = new Float64Array(4).fill(0.1);
  expect(randomWalkIndex(flat, flat, flat, 2).low).toEqual(Float64Array.of(NaN, NaN, NaN, NaN));
});
