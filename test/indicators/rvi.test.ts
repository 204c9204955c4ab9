import { expect, test } from "vitest";
import { rvi } from "../../src/indicators/rvi.ts";

test("rvi matches values computed by hand", () => {
  // The deviations are 1 up, 2 down and 1 up. The averages are 1/2 up and 1 down, then 3/4 up and 1/2 down.
  const values = rvi(Float64Array.of(10, 12, 8, 10), 2, 2);
  expect(values.subarray(0, 2)).toEqual(Float64Array.of(NaN, NaN));
  expect(values[2]).toBeCloseTo(100 / 3, 12);
  expect(values[3]).toBeCloseTo(60, 12);
});

test("rvi is 100 for rises, 0 for falls, and 50 without movement", () => {
  expect(rvi(Float64Array.of(1, 2, 3, 4), 2, 2)[3]).toBe(100);
  expect(rvi(Float64Array.of(4, 3, 2, 1), 2, 2)[3]).toBe(0);
  expect(rvi(new Float64Array(4).fill(0.1), 2, 2)[3]).toBe(50);
});

test("rvi keeps its value after the price stops changing", () => {
  const values = rvi(new Float64Array(9000).fill(10).with(1, 12).with(2, 8), 2, 2);
  expect(values[4]).toBe(60);
  expect(values[8999]).toBe(60);
});

test("rvi returns equal values in batch, stream and peek when its averages are tiny", () => {
  const waved = Array.from({ length: 30 }, (_, i) => 100 + Math.sin(i));
  const fallen = Array.from({ length: 380 }, (_, i) => 100 - i / 4);
  const source = Float64Array.of(...waved, ...fallen, ...Array<number>(2_300).fill(5));
  for (const smoothing of [2, 3]) {
    const values = rvi(source, 2, smoothing);
    const stream = rvi.stream(2, smoothing);
    for (const [i, price] of source.entries()) {
      expect(stream.peek(price)).toBe(values[i]);
      expect(stream.update(price)).toBe(values[i]);
    }
  }
});
