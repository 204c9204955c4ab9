import { expect, test } from "vitest";
import { coppock } from "../../src/indicators/coppock.ts";

const close = Float64Array.of(50, 80, 100, 120, 150, 168);

test("coppock matches values computed by hand", () => {
  // The long and the short rate of change add up to 100 + 25, 50 + 20, 50 + 25 and 40 + 12 percent.
  const values = coppock(close, { long: 2, short: 1, smoothing: 1 });
  expect([...values].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([NaN, NaN, 125, 70, 75, 52]);
});

test("coppock with a weighted average of two bars matches values computed by hand", () => {
  const values = coppock(close, { long: 2, short: 1, smoothing: 2 });
  expect(values[2]).toBeNaN();
  expect(values[3]).toBeCloseTo((125 + 2 * 70) / 3, 12);
  expect(values[5]).toBeCloseTo((75 + 2 * 52) / 3, 12);
});

test("coppock has no value if one of its rates of change starts at a price of zero", () => {
  const values = coppock(close.with(1, 0), { long: 2, short: 1, smoothing: 1 });
  expect([...values].map(Number.isNaN)).toEqual([true, true, true, true, false, false]);
});
