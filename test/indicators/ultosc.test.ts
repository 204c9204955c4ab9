import { expect, test } from "vitest";
import { ultosc } from "../../src/indicators/ultosc.ts";

// By hand: the buying pressures are 3 and 1 from index 1, and the true ranges are 3 and 2.
const high = Float64Array.of(10, 12, 12);
const low = Float64Array.of(8, 9, 10);
const close = Float64Array.of(9, 12, 11);

test("ultosc matches values computed by hand", () => {
  // On the last bar pressure is 1 of 2 over one bar, and 4 of 5 over two bars.
  expect([...ultosc(high, low, close, 1, 1, 2)]).toEqual([NaN, NaN, near((4 * 50 + 2 * 50 + 80) / 7)]);
  expect([...ultosc(high, low, close, 1, 2, 1)]).toEqual([NaN, NaN, near((4 * 50 + 2 * 80 + 50) / 7)]);
});

test("ultosc includes a gap down in its true range, and measures buying pressure from the bottom of that range", () => {
  const values = ultosc(Float64Array.of(10, 7), Float64Array.of(10, 5), Float64Array.of(10, 6), 1, 1, 1);
  expect([...values]).toEqual([NaN, near(20)]);
});

test("ultosc counts a window without any range as 50, or as the value of the parameter flat", () => {
  const flat = new Float64Array(4).fill(0.1);
  expect(ultosc(flat, flat, flat, 1, 2, 3)).toEqual(Float64Array.of(NaN, NaN, NaN, 50));
  expect(ultosc(flat, flat, flat, 1, 2, 3, { flat: 0 })).toEqual(Float64Array.of(NaN, NaN, NaN, 0));
  const risen = Float64Array.of(9, 10, 10);
  expect([...ultosc(risen, risen, risen, 1, 1, 2)]).toEqual([NaN, NaN, near((4 * 50 + 2 * 50 + 100) / 7)]);
});

test("ultosc moves a close outside the high-low range of its bar to the nearest edge", () => {
  const one = Float64Array.of(5, 5);
  expect(ultosc(Float64Array.of(5, 8), Float64Array.of(5, 4), Float64Array.of(5, 99), 1, 1, 1)[1]).toBe(100);
  expect(ultosc(Float64Array.of(5, 8), Float64Array.of(5, 4), Float64Array.of(5, 0), 1, 1, 1)[1]).toBe(0);
  expect(ultosc(one, one, Float64Array.of(5, 6), 1, 1, 1)[1]).toBe(50);
});

test("ultosc has no value on a bar with a missing number and the next one", () => {
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
