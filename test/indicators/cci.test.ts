import { expect, test } from "vitest";
import { cci } from "../../src/indicators/cci.ts";

test("cci matches values computed by hand", () => {
  // The first four prices have a mean of 12.25 and a mean distance from it of 1.875. The price of 16 is 3.75 above the mean.
  const price = Float64Array.of(10, 11, 12, 16, 11);
  const values = cci(price, price, price, 4);
  // The last four prices have a mean of 12.5 and a mean distance from it of 1.75. The price of 11 is 1.5 below the mean.
  expect([...values]).toEqual([NaN, NaN, NaN, near(3.75 / (0.015 * 1.875)), near(-1.5 / (0.015 * 1.75))]);
});

test("cci uses the typical prices of bars and matches a value computed by hand", () => {
  // The typical prices of the bars are 10, 12 and 14.
  const values = cci(Float64Array.of(12, 13, 15), Float64Array.of(8, 11, 12), Float64Array.of(10, 12, 15), 3);
  expect([...values]).toEqual([NaN, NaN, near(2 / (0.015 * (4 / 3)))]);
});

test("cci is exactly 0 for constant prices, even if binary numbers cannot represent them", () => {
  const flat = new Float64Array(30).fill(0.1);
  expect(cci(flat, flat, flat).subarray(19)).toEqual(new Float64Array(11));
});

test("cci with a period of 1 is 0", () => {
  const price = Float64Array.of(3, 5, 4);
  expect(cci(price, price, price, 1)).toEqual(new Float64Array(3));
});

test("cci is nearly as exact for a small wave around a price of a billion as around 0", () => {
  const wave = Float64Array.from({ length: 60 }, (_, i) => (i % 7) / 4);
  const high = wave.map((price) => price + 1e9);
  const small = cci(wave, wave, wave);
  cci(high, high, high).forEach((value, i) => {
    if (i >= 19) expect(value).toBeCloseTo(small[i]!, 4);
  });
});

test("cci supports periods longer than the first buffer of a stream", () => {
  const price = Float64Array.from({ length: 700 }, (_, i) => Math.sin(i * i));
  const stream = cci.stream(150);
  expect(price.map((value) => stream.update(value, value, value))).toEqual(cci(price, price, price, 150));
});

test("cci has no value while its window contains a bar without a close", () => {
  const price = Float64Array.of(10, 12, 11, 13, 15, 11);
  const values = cci(price, price, price.with(1, NaN), 3);
  expect([...values]).toEqual([NaN, NaN, NaN, NaN, near(2 / (0.015 * (4 / 3))), near(-2 / (0.015 * (4 / 3)))]);
});

function near(value: number): unknown {
  return expect.closeTo(value, 10);
}
