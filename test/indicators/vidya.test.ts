import { expect, test } from "vitest";
import { vidya } from "../../src/indicators/vidya.ts";

// By hand with a weight of 1/2: after rises only, the value is 11 + 1/2 * 2 = 12. Then gains of 2 and losses of 3 reduce the weight to
// a fifth, and the value is 12 - 1/10 * 2.
test("vidya matches values computed by hand", () => {
  expect([...vidya(Float64Array.of(10, 11, 13, 10), 3, 2)]).toEqual([NaN, NaN, 12, expect.closeTo(11.8, 12)]);
});

test("vidya does not move while momentum is 0, even if the price differs from the average", () => {
  expect(vidya(Float64Array.of(10, 11, 13, 13, 13, 13), 3, 2).subarray(2)).toEqual(
    Float64Array.of(12, 12.5, 12.5, 12.5),
  );
});

test("vidya has no value while its window contains a missing value, and then continues", () => {
  expect(vidya(Float64Array.of(10, 11, 13, NaN, 13, 15, 16), 3, 2)).toEqual(
    Float64Array.of(NaN, NaN, 12, NaN, NaN, NaN, 14),
  );
});
