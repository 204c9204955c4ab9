import { expect, test } from "vitest";
import { hma } from "../../src/indicators/hma.ts";

test("hma matches values computed by hand", () => {
  // With a period of 4, hma is the wma(2) of 2 * wma(2) - wma(4).
  const close = Float64Array.of(1, 2, 4, 7, 11, 16);
  const fast = [18 / 3, 29 / 3, 43 / 3];
  const slow = [(1 + 4 + 12 + 28) / 10, (2 + 8 + 21 + 44) / 10, (4 + 14 + 33 + 64) / 10];
  const [a, b, c] = fast.map((value, i) => 2 * value - slow[i]!) as [number, number, number];
  const values = hma(close, 4);
  expect(values.subarray(0, 4)).toEqual(Float64Array.of(NaN, NaN, NaN, NaN));
  expect(values[4]).toBeCloseTo((a + 2 * b) / 3, 13);
  expect(values[5]).toBeCloseTo((b + 2 * c) / 3, 13);
});

test("hma with a period of 16 lags a straight line by two thirds of a bar", () => {
  // wma(n) lags a line by (n - 1) / 3 bars. So 2 * wma(8) - wma(16) lags by -1/3 bar, and wma(4) adds a lag of 1 bar.
  const line = Float64Array.from({ length: 40 }, (_, i) => i);
  expect(hma(line, 16)[39]).toBeCloseTo(39 - 2 / 3, 12);
});
