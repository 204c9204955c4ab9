import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockWeightedSum, blockWeightedSum } from "../../src/primitives/block-weighted-sum.ts";
import { deepCopy, loadState, type State } from "../../src/primitives/state.ts";
import { exactSum } from "../support/exact.ts";
import { gappySeries, period, windowEndingAt } from "./windows.ts";

describe("blockWeightedSum", () => {
  test("is the exact weighted sum of the window, apart from one rounding per step", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const out = weighted(series, n);
        for (let i = 0; i < series.length; i++) {
          const window = windowEndingAt(series, i, n);
          if (window === undefined) {
            expect(out[i]).toBeNaN();
            continue;
          }
          const exact = exactSum(window.flatMap((value, k) => Array<number>(k + 1).fill(value)));
          const size = exactSum(window.map((value, k) => Math.abs(value) * (k + 1)));
          expect(Math.abs(out[i]! - exact)).toBeLessThanOrEqual(2 * n * Number.EPSILON * size);
        }
      }),
    );
  });

  test("divides only the final sum by its divisor", () => {
    const out = new Float64Array(4).fill(7);
    blockWeightedSum(Float64Array.of(1, 2, 4, 8), 3, 6, out);
    expect(out).toEqual(Float64Array.of(NaN, NaN, 17 / 6, 34 / 6));
  });

  test("is exact for whole numbers", () => {
    expect(weighted(Float64Array.of(3, 3, 3, 3, 3, 3, 3), 4).subarray(3)).toEqual(Float64Array.of(30, 30, 30, 30));
    expect(weighted(new Float64Array(9), 4).subarray(3)).toEqual(new Float64Array(6));
  });

  test("depends only on the values in its window, and scales with them bit for bit", () => {
    fc.assert(
      fc.property(gappySeries, period, fc.nat(80), fc.constantFrom(-30, 7), (series, n, before, power) => {
        const out = weighted(series, n);
        const changed = series.map((value, i) => (i < before && Number.isFinite(value) ? value * 1e6 + 1 : value));
        expect(weighted(changed, n).subarray(before + n - 1)).toEqual(out.subarray(before + n - 1));
        const factor = 2 ** power;
        expect(
          weighted(
            series.map((value) => value * factor),
            n,
          ),
        ).toEqual(out.map((value) => value * factor));
      }),
    );
  });

  test("equals its stream value by value, whose peek returns the value of the next update", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const out = weighted(series, n);
        const stream = new BlockWeightedSum(n);
        series.forEach((value, i) => {
          expect(stream.peek(value)).toBe(out[i]);
          expect(stream.update(value)).toBe(out[i]);
        });
      }),
    );
  });

  test("allocates memory only as values arrive, and restores a state that was saved before its memory grew", () => {
    const stream = new BlockWeightedSum(1_000_000_000);
    for (let i = 0; i < 200; i++) expect(stream.update(i)).toBeNaN();
    expect(stream.block.length).toBe(256);
    const grown = new BlockWeightedSum(100);
    for (let i = 0; i < 10; i++) grown.update(i);
    const state = deepCopy(grown) as unknown as State;
    const feed = () => Array.from({ length: 300 }, (_, i) => grown.update(i * 0.1));
    const first = feed();
    loadState(grown, state);
    expect(feed()).toEqual(first);
  });
});

function weighted(series: Float64Array, n: number): Float64Array {
  const out = new Float64Array(series.length);
  blockWeightedSum(series, n, 1, out);
  return out;
}
