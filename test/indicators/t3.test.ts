import { expect, test } from "vitest";
import { ema } from "../../src/indicators/ema.ts";
import { t3 } from "../../src/indicators/t3.ts";

const price = Float64Array.of(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5);

test("t3 with a factor of 0 equals an ema of an ema of an ema", () => {
  const inner = ema(ema(ema(price, 2), 2), 2);
  expect(t3(price, 2, 0).subarray(6)).toEqual(inner.subarray(6));
});

test("t3 with a period of 3 and a factor of 0.5 lags a straight line by 1.5 bars", () => {
  // By hand: an ema of period 3 lags a line by one bar, so three in a row lag by 3 bars. The factor of 1/2 removes half of it.
  const line = Float64Array.from({ length: 20 }, (_, i) => i);
  expect(t3(line, 3, 0.5)[19]).toBeCloseTo(17.5, 12);
});

test("t3 with a factor of 1 has no lag", () => {
  const line = Float64Array.from({ length: 20 }, (_, i) => i);
  expect(t3(line, 3, 1)[12]).toBeCloseTo(12, 12);
  expect(t3(line, 3, 1)[11]).toBeNaN();
});

test("t3 is constant for constant prices", () => {
  expect(
    t3(new Float64Array(60).fill(0.1), 3)
      .subarray(12)
      .every((value) => value === 0.1),
  ).toBe(true);
});
