import { expect, test } from "vitest";
import { prettyGood } from "../../src/indicators/pretty-good.ts";

// By hand: the closes 11, 14 and 16 have means of 10.5, 12.5 and 15. The true ranges 2, 4 and 3 have averages of 3 and 3 from index 2.
const high = Float64Array.of(11, 12, 15, 17);
const low = Float64Array.of(9, 10, 11, 15);
const close = Float64Array.of(10, 11, 14, 16);

test("prettyGood matches values computed by hand", () => {
  // The closes are 1.5 and 1 above their means, and the average range is 3.
  expect([...prettyGood(high, low, close, 2)]).toEqual([NaN, NaN, 0.5, expect.closeTo(1 / 3, 12)]);
});

test("prettyGood has no value if the price never changed, and is exactly 0 after the price stops changing", () => {
  const flat = new Float64Array(30).fill(0.1);
  expect(prettyGood(flat, flat, flat)[29]).toBeNaN();
  const resting = flat.with(0, 0.3);
  expect(prettyGood(resting, resting, resting)[29]).toBe(0);
});

test("prettyGood has no value while its window contains a bar without a high", () => {
  const values = prettyGood(high.with(1, NaN), low, close, 1);
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 0));
});
