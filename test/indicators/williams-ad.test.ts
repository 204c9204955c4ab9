import { expect, test } from "vitest";
import { williamsAd } from "../../src/indicators/williams-ad.ts";

test("williamsAd matches values computed by hand", () => {
  // Up from the previous close, up from the low, down from the high, down from the previous close, unchanged.
  const high = Float64Array.of(11, 13, 14, 13.5, 10, 9);
  const low = Float64Array.of(9, 11, 11, 11, 8, 7);
  const close = Float64Array.of(10, 12, 13, 12, 8.5, 8.5);
  // 12 - 10, 13 - 11, 12 - 13.5, 8.5 - 12.
  expect(williamsAd(high, low, close)).toEqual(Float64Array.of(NaN, 2, 4, 2.5, -1, -1));
});

test("williamsAd adds exactly 0 for constant prices", () => {
  const flat = new Float64Array(3).fill(0.1);
  expect(williamsAd(flat, flat, flat)).toEqual(Float64Array.of(NaN, 0, 0));
});

test("williamsAd leaves out both changes next to a missing high", () => {
  const price = Float64Array.of(10, 12, 13, 15);
  expect(williamsAd(price.with(1, NaN), price, price)).toEqual(Float64Array.of(NaN, NaN, NaN, 2));
});
