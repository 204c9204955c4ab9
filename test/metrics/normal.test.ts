import { expect, test } from "vitest";
import { normalCdf, normalQuantile } from "../../src/metrics/statistics.ts";

// The expected values are from Python: 0.5 * math.erfc(-x / math.sqrt(2)).
test.each([
  [-6, 9.865876450376981e-10],
  [-4.5, 3.3976731247300603e-6],
  [-3, 0.0013498980316300946],
  [-1, 0.15865525393145707],
  [0, 0.5],
  [0.5, 0.6914624612740131],
  [2, 0.9772498680518208],
  [5, 0.9999997133484281],
])("normalCdf(%f) is %f, and normalQuantile is the inverse function", (x, probability) => {
  expect(Math.abs(normalCdf(x) / probability - 1)).toBeLessThan(1e-13);
  expect(Math.abs(normalQuantile(probability) - x)).toBeLessThan(1e-8);
});

test("normalQuantile returns NaN for a value that is not a probability", () => {
  for (const p of [0, 1, -1, NaN]) expect(normalQuantile(p)).toBeNaN();
  expect(normalCdf(NaN)).toBeNaN();
});
