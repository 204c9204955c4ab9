import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockSum, blockSum } from "../../src/primitives/block-sum.ts";
import { deepCopy, loadState, type State } from "../../src/primitives/state.ts";
import { exactSum } from "../support/exact.ts";
import { gappySeries, period, windowEndingAt } from "./windows.ts";

describe("blockSum", () => {
  test("is the exact sum of the window, apart from one rounding per addition", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const out = new Float64Array(series.length);
        blockSum(series, n, 1, out);
        for (let i = 0; i < series.length; i++) {
          const window = windowEndingAt(series, i, n);
          if (window === undefined) expect(out[i]).toBeNaN();
          else {
            const size = exactSum(window.map(Math.abs));
            expect(Math.abs(out[i]! - exactSum(window))).toBeLessThanOrEqual(n * Number.EPSILON * size);
          }
        }
      }),
    );
  });

  test("divides only the final sum by its divisor", () => {
    const out = new Float64Array(4);
    blockSum(Float64Array.of(1, 2, 4, 8), 3, 3, out);
    expect(out).toEqual(Float64Array.of(NaN, NaN, 7 / 3, 14 / 3));
  });

  test("overwrites all values of its output column", () => {
    const out = new Float64Array(3).fill(7);
    blockSum(Float64Array.of(1, 2, 3), 5, 1, out);
    expect(out).toEqual(Float64Array.of(NaN, NaN, NaN));
  });

  test("equals its stream value by value, whose peek returns the value of the next update", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const out = new Float64Array(series.length);
        blockSum(series, n, 1, out);
        const sum = new BlockSum(n);
        series.forEach((value, i) => {
          expect(sum.peek(value)).toBe(out[i]);
          expect(sum.update(value)).toBe(out[i]);
        });
      }),
    );
  });

  test("allocates memory for a long period only as values arrive", () => {
    const sum = new BlockSum(1_000_000_000);
    for (let i = 0; i < 200; i++) expect(sum.update(i)).toBeNaN();
    expect(sum.block.length).toBe(256);
  });

  test("restores a state that was saved before its memory grew", () => {
    const sum = new BlockSum(100);
    for (let i = 0; i < 10; i++) sum.update(i);
    const state = deepCopy(sum) as unknown as State;
    const feed = () => Array.from({ length: 300 }, (_, i) => sum.update(i * 0.1));
    const first = feed();
    loadState(sum, state);
    expect(feed()).toEqual(first);
  });
});
