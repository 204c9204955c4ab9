import { expect, test } from "vitest";
import { wma } from "../../src/indicators/wma.ts";

test("wma matches values computed by hand", () => {
  // The values are (3*6 + 2*2 + 1*1) / 6, (3*3 + 2*6 + 1*2) / 6 and (3*3 + 2*3 + 1*6) / 6.
  expect(wma(Float64Array.of(1, 2, 6, 3, 3), 3)).toEqual(Float64Array.of(NaN, NaN, 23 / 6, 23 / 6, 3.5));
});

test("wma with a period of 1 equals the series", () => {
  expect(wma(Float64Array.of(0.1, -2, 7), 1)).toEqual(Float64Array.of(0.1, -2, 7));
});

test("wma is not affected by an outlier that has left its window", () => {
  expect(wma(Float64Array.of(1e300, 0.25, 0.5, 0.75), 2)[2]).toBe((0.25 + 2 * 0.5) / 3);
});
