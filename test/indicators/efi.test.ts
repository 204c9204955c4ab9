import { expect, test } from "vitest";
import { efi } from "../../src/indicators/efi.ts";

const close = Float64Array.of(10, 11, 10.5, 12.5, 12.5);
const volume = Float64Array.of(50, 100, 100, 100, 70);

test("by hand: forces of 100, -50, 200 and 0, a factor of a half from their mean of 83.33 on", () => {
  const mean = 250 / 3;
  expect([...efi(close, volume, 3)]).toEqual([NaN, NaN, NaN, expect.closeTo(mean, 12), expect.closeTo(mean / 2, 12)]);
});

test("of period 1 is the force itself", () => {
  expect(efi(close, volume, 1)).toEqual(Float64Array.of(NaN, 100, -50, 200, 0));
});

test("a missing volume takes two forces with it", () => {
  expect(efi(close, volume.with(2, NaN), 1)).toEqual(Float64Array.of(NaN, 100, NaN, NaN, 0));
});
