import { expect, test } from "vitest";
import { volumeRoc } from "../../src/indicators/volume-roc.ts";

test("volumeRoc matches values computed by hand", () => {
  // Volume is 150, 25 and 0 percent of the volume two bars ago.
  expect(volumeRoc(Float64Array.of(100, 80, 150, 20, 0), 2)).toEqual(Float64Array.of(NaN, NaN, 50, -75, -100));
});

test("volumeRoc has no value for an earlier volume that is zero or missing", () => {
  expect(volumeRoc(Float64Array.of(0, 5, NaN, 5, 10), 1)).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, 100));
  expect(volumeRoc(Float64Array.of(0, 0), 1)).toEqual(Float64Array.of(NaN, NaN));
});
