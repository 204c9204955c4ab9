import { expect, test } from "vitest";
import { emv } from "../../src/indicators/emv.ts";

const high = Float64Array.of(11, 12, 12, 13);
const low = Float64Array.of(9, 10, 9, 13);
const volume = Float64Array.of(500, 20_000, 15_000, 0);

test("emv matches values computed by hand", () => {
  // The midpoints move by 1, -0.5 and 2.5. The box ratios are 1 and 0.5, and the last bar has no range.
  expect(emv(high, low, volume, 1)).toEqual(Float64Array.of(NaN, 1, -1, 0));
  expect(emv(high, low, volume, 2)).toEqual(Float64Array.of(NaN, NaN, 0, -0.5));
});

test("emv is proportional to its parameter divisor", () => {
  expect(emv(high, low, volume, 1, { divisor: 20_000 })).toEqual(Float64Array.of(NaN, 2, -2, 0));
});

test("emv has no value for a bar with a range but no volume", () => {
  expect(emv(high, low, volume.with(1, 0), 1)).toEqual(Float64Array.of(NaN, NaN, -1, 0));
});

test("emv leaves out the changes to and from a missing bar", () => {
  expect(emv(high, low.with(1, NaN), volume, 1)).toEqual(Float64Array.of(NaN, NaN, NaN, 0));
});
