import { expect, test } from "vitest";
import { efi } from "../../src/indicators/efi.ts";

const close = Float64Array.of(10, 11, 10.5, 12.5, 12.5);
const volume = Float64Array.of(50, 100, 100, 100, 70);

test("efi matches values computed by hand", () => {
  // The forces are 100, -50, 200 and 0. The average starts with the mean of three, 250 / 3, and has a factor of 0.5.
  const mean = 250 / 3;
  expect([...efi(close, volume, 3)]).toEqual([NaN, NaN, NaN, expect.closeTo(mean, 12), expect.closeTo(mean / 2, 12)]);
});

test("efi with a period of 1 is the price change times the volume", () => {
  expect(efi(close, volume, 1)).toEqual(Float64Array.of(NaN, 100, -50, 200, 0));
});

test("efi has no value on a bar without volume and on the next bar", () => {
  expect(efi(close, volume.with(2, NaN), 1)).toEqual(Float64Array.of(NaN, 100, NaN, NaN, 0));
});
