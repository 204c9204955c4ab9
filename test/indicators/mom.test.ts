import { expect, test } from "vitest";
import { mom } from "../../src/indicators/mom.ts";

const close = Float64Array.of(10, 11, 13, 12, 9);

test("mom matches values computed by hand", () => {
  // The values are 13 - 10, 12 - 11 and 9 - 13.
  expect(mom(close, 2)).toEqual(Float64Array.of(NaN, NaN, 3, 1, -4));
});

test("mom has no value on a missing bar and on the later bar that is compared with it", () => {
  expect(mom(close.with(1, Infinity), 2)).toEqual(Float64Array.of(NaN, NaN, 3, NaN, -4));
});

test("mom is exactly 0 for constant prices, and exact at a price of a billion", () => {
  expect(mom(new Float64Array(4).fill(0.1), 1)).toEqual(Float64Array.of(NaN, 0, 0, 0));
  expect(mom(Float64Array.of(1e9, 1e9 + 0.25), 1)[1]).toBe(0.25);
});

test("mom supports periods longer than the first buffer of a stream", () => {
  const line = Float64Array.from({ length: 400 }, (_, i) => i * i);
  const stream = mom.stream(130);
  const values = line.map((price) => stream.update(price));
  expect(values).toEqual(mom(line, 130));
  expect(values[399]).toBe(399 ** 2 - 269 ** 2);
});
