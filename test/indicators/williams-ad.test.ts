import { expect, test } from "vitest";
import { williamsAd } from "../../src/indicators/williams-ad.ts";

test("williamsAd matches values computed by hand", () => {
  // The closes rise, rise, fall, fall and stay unchanged.
  const high = Float64Array.of(11, 13, 14, 13.5, 10, 9);
  const low = Float64Array.of(9, 11, 11, 11, 8, 7);
  const close = Float64Array.of(10, 12, 13, 12, 8.5, 8.5);
  // The sum changes by 12 - 10 and 13 - 11 on the rises, and by 12 - 13.5 and 8.5 - 12 on the falls.
  expect(williamsAd(high, low, close)).toEqual(Float64Array.of(NaN, 2, 4, 2.5, -1, -1));
});

test("williamsAd adds exactly 0 for constant prices", () => {
  const flat = new Float64Array(3).fill(0.1);
  expect(williamsAd(flat, flat, flat)).toEqual(Float64Array.of(NaN, 0, 0));
});

test("williamsAd leaves out the changes to and from a missing high", () => {
  const price = Float64Array.of(10, 12, 13, 15);
  expect(williamsAd(price.with(1, NaN), price, price)).toEqual(Float64Array.of(NaN, NaN, NaN, 2));
});
