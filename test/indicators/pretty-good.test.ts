import { expect, test } from "vitest";
import { prettyGood } from "../../src/indicators/pretty-good.ts";

// By hand: means of 10.5, 12.5 and 15 at closes of 11, 14 and 16. True ranges of 2, 4 and 3, with averages of 3 and 3 from index 2.
const high = Float64Array.of(11, 12, 15, 17);
const low = Float64Array.of(9, 10, 11, 15);
const close = Float64Array.of(10, 11, 14, 16);

test("prettyGood matches values computed by hand", () => {
  // 1.5 and 1 above the mean, with an average range of 3.
  expect([...prettyGood(high, low, close, 2)]).toEqual([NaN, NaN, 0.5, expect.closeTo(1 / 3, 12)]);
});

test("prettyGood has no value in a market that never moved, and is exactly 0 in one that stops", () => {
  const flat = new Float64Array(30).fill(0.1);
  expect(prettyGood(flat, flat, flat)[29]).toBeNaN();
  const resting = flat.with(0, 0.3);
  expect(prettyGood(resting, resting, resting)[29]).toBe(0);
});

test("prettyGood has no mean over a bar without a high", () => {
  const values = prettyGood(high.with(1, NaN), low, close, 1);
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 0));
});
