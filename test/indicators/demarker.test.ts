import { expect, test } from "vitest";
import { demarker } from "../../src/indicators/demarker.ts";

// By hand: the highs rise by 2, 0 and 1, and the lows fall by 0, 1 and 0.
const high = Float64Array.of(10, 12, 11, 12);
const low = Float64Array.of(8, 9, 8, 9);

test("demarker matches values computed by hand", () => {
  // Over two bars the rises sum to 2 and the falls to 1, then both to 1.
  expect(demarker(high, low, 2)).toEqual(Float64Array.of(NaN, NaN, 2 / 3, 0.5));
  expect(demarker(high, low, 1)).toEqual(Float64Array.of(NaN, 1, 0, 1));
});

test("demarker is 0.5 without a higher high or a lower low", () => {
  const flat = new Float64Array(20).fill(0.1);
  expect(demarker(flat, flat)[19]).toBe(0.5);
  expect(demarker(Float64Array.of(10, 9, 8), Float64Array.of(1, 2, 3), 2)[2]).toBe(0.5);
});

test("demarker leaves out the changes to and from a bar without a low", () => {
  const values = demarker(high, low.with(1, NaN), 1);
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 1));
});
