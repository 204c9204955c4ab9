import { expect, test } from "vitest";
import { efficiencyRatio } from "../../src/indicators/efficiency-ratio.ts";

test("efficiencyRatio matches values computed by hand", () => {
  // By hand: net changes of 3, 1 and 6 over movements of 3, 3 and 6. In the last line it is a net change of 4 over a movement of 6.
  expect(efficiencyRatio(Float64Array.of(10, 11, 13, 12, 7), 2)).toEqual(Float64Array.of(NaN, NaN, 1, 1 / 3, 1));
  expect(efficiencyRatio(Float64Array.of(10, 11, 6), 2)[2]).toBe(4 / 6);
});

test("efficiencyRatio of constant prices is 1, or the value of the parameter flat", () => {
  const flat = new Float64Array(4).fill(0.1);
  expect(efficiencyRatio(flat, 2)).toEqual(Float64Array.of(NaN, NaN, 1, 1));
  expect(efficiencyRatio(flat, 2, { flat: 0 })).toEqual(Float64Array.of(NaN, NaN, 0, 0));
});

test("efficiencyRatio has no value while its window contains a missing value", () => {
  expect(efficiencyRatio(Float64Array.of(1, 2, 3, NaN, 3, 2, 1), 2)).toEqual(
    Float64Array.of(NaN, NaN, 1, NaN, NaN, NaN, 1),
  );
});
