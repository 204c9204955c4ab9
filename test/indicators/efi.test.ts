import { expect, test } from "vitest";
import { efi } from "../../src/indicators/efi.ts";

const close = Float64Array.of(10, 11, 10.5, 12.5, 12.5);
const volume = Float64Array.of(50, 100, 100, 100, 70);

test("efi matches values computed by hand", () => {
  // Forces of 100, -50, 200 and 0, with a factor of 0.5 from their mean of 83.33.
  const mean = 250 / 3;
  expect([...efi(close, volume, 3)]).toEqual([NaN, NaN, NaN, expect.closeTo(mean, 12), expect.closeTo(mean / 2, 12)]);
});

test("efi with a period of 1 equals the force", () => {
  expect(efi(close, volume, 1)).toEqual(Float64Array.of(NaN, 100, -50, 200, 0));
});

test("efi leaves out both forces next to a bar without volume", () => {
  expect(efi(close, volume.with(2, NaN), 1)).toEqual(Float64Array.of(NaN, 100, NaN, NaN, 0));
});
