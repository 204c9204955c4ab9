import * as fc from "fast-check";
import { randomWalk } from "../support/series.ts";

/** Periods that are often longer than half of a series, and sometimes longer than the whole series. */
export const period = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 90 }));

const special = fc.constantFrom(NaN, Infinity, -Infinity, 0, -0, 1e12, -1e12, 1e-12);

/** Series of a random walk or of arbitrary numbers, with some missing values and outliers. */
export const gappySeries: fc.Arbitrary<Float64Array> = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.nat(), fc.nat(80)).map(([seed, length]) => randomWalk(length, seed)),
      fc
        .array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 60 })
        // Tiny values become 0, since squares below 1e-308 lose precision.
        .map((list) => Float64Array.from(list, (value) => (Math.abs(value) < 1e-100 ? 0 : value))),
    ),
    fc.array(fc.tuple(fc.nat(80), special), { maxLength: 4 }),
  )
  .map(([series, places]) => {
    const changed = series.slice();
    for (const [at, value] of places) if (at < changed.length) changed[at] = value;
    return changed;
  });

/** Returns the `n` values up to `i`, or undefined if one is missing or the window begins before the first finite value. */
export function windowEndingAt(series: Float64Array, i: number, n: number): number[] | undefined {
  const first = series.findIndex((value) => Number.isFinite(value));
  if (first < 0 || i - n + 1 < first) return undefined;
  const window = [...series.subarray(i - n + 1, i + 1)];
  return window.every(Number.isFinite) ? window : undefined;
}
