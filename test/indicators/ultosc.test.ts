import { expect, test } from "vitest";
import { ultosc } from "../../src/indicators/ultosc.ts";

// By hand: pressures 3 and 1, true ranges 3 and 2, the second bar reaching down to the close before it at 9.
const high = Float64Array.of(10, 12, 12);
const low = Float64Array.of(8, 9, 10);
const close = Float64Array.of(9, 12, 11);

test("by hand: a half over one bar, four fifths over two", () => {
  expect([...ultosc(high, low, close, 1, 1, 2)]).toEqual([NaN, NaN, near((4 * 50 + 2 * 50 + 80) / 7)]);
  expect([...ultosc(high, low, close, 1, 2, 1)]).toEqual([NaN, NaN, near((4 * 50 + 2 * 80 + 50) / 7)]);
});

test("a gap down counts in the range, and pressure begins at the bottom of the range", () => {
  const values = ultosc(Float64Array.of(10, 7), Float64Array.of(10, 5), Float64Array.of(10, 6), 1, 1, 1);
  expect([...values]).toEqual([NaN, near(20)]);
});

test("a stretch without any range counts as 50, or as what is asked for, and only that stretch", () => {
  const flat = new Float64Array(4).fill(0.1);
  expect(ultosc(flat, flat, flat, 1, 2, 3)).toEqual(Float64Array.of(NaN, NaN, NaN, 50));
  expect(ultosc(flat, flat, flat, 1, 2, 3, { flat: 0 })).toEqual(Float64Array.of(NaN, NaN, NaN, 0));
  const risen = Float64Array.of(9, 10, 10);
  expect([...ultosc(risen, risen, risen, 1, 1, 2)]).toEqual([NaN, NaN, near((4 * 50 + 2 * 50 + 100) / 7)]);
});

test("a close outside its bar's range is at the edge", () => {
  const one = Float64Array.of(5, 5);
  expect(ultosc(Float64Array.of(5, 8), Float64Array.of(5, 4), Float64Array.of(5, 99), 1, 1, 1)[1]).toBe(100);
  expect(ultosc(Float64Array.of(5, 8), Float64Array.of(5, 4), Float64Array.of(5, 0), 1, 1, 1)[1]).toBe(0);
  expect(ultosc(one, one, Float64Array.of(5, 6), 1, 1, 1)[1]).toBe(50);
});

test("a missing number leaves its bar and the next one missing", () => {
  const values = ultosc(
    Float64Array.of(...high, ...high),
    Float64Array.of(...low, ...low).with(3, NaN),
    Float64Array.of(...close, ...close),
    1,
    1,
    1,
  );
  expect([...values]).toEqual([NaN, near(100), near(50), NaN, NaN, near(50)]);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
