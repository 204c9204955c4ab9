import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockLine, blockLine } from "../../src/primitives/block-line.ts";
import { exactMoments, exactSum } from "../support/exact.ts";
import { HARD_SERIES } from "../support/series.ts";
import { gappySeries, windowEndingAt } from "./windows.ts";

const period = fc.oneof(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 90 }));

describe("blockLine, a rolling regression line", () => {
  test("is exact apart from a few roundings per value of the window", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const { excess, slope } = lines(series, n);
        for (let i = 0; i < series.length; i++) {
          const window = windowEndingAt(series, i, n);
          if (window === undefined) {
            expect(excess[i]).toBeNaN();
            expect(slope[i]).toBeNaN();
            continue;
          }
          const { mean } = exactMoments(window);
          const reach = Math.max(...window) - Math.min(...window);
          expect(Math.abs(excess[i]! - (series[i]! - mean))).toBeLessThanOrEqual(
            4 * Number.EPSILON * (n * reach + Math.abs(mean)),
          );
          expect(Math.abs(slope[i]! - exactSlope(window))).toBeLessThanOrEqual(16 * Number.EPSILON * reach);
        }
      }),
    );
  });

  test("is exact for a trend of less than a cent per bar at a price of a billion", () => {
    // Doubles near a billion represent steps of 1/128 exactly.
    const series = Float64Array.from({ length: 60 }, (_, i) => 1e9 + i / 128);
    for (const n of [2, 7, 20]) {
      const { excess, slope } = lines(series, n);
      for (let i = n - 1; i < 60; i++) expect(slope[i]! * 128).toBeCloseTo(1, 13);
      for (let i = n - 1; i < 60; i++) expect(excess[i]! * 128).toBeCloseTo((n - 1) / 2, 12);
    }
  });

  test.each(["constant", "constant 0.1", "zero"])("has a slope of exactly 0 on the constant series: %s", (name) => {
    const { excess, slope } = lines(HARD_SERIES[name]!(50), 7);
    expect(excess.subarray(6).every((value) => value === 0)).toBe(true);
    expect(slope.subarray(6).every((value) => value === 0)).toBe(true);
  });

  test("depends only on the values in its window, and scales with them bit for bit", () => {
    fc.assert(
      fc.property(gappySeries, period, fc.nat(80), fc.constantFrom(-30, 7), (series, n, before, power) => {
        const plain = lines(series, n);
        const changed = lines(
          series.map((value, i) => (i < before && Number.isFinite(value) ? value * 1e6 + 1 : value)),
          n,
        );
        const scaled = lines(
          series.map((value) => value * 2 ** power),
          n,
        );
        for (const name of ["excess", "slope"] as const) {
          expect(changed[name].subarray(before + n - 1)).toEqual(plain[name].subarray(before + n - 1));
          expect(scaled[name]).toEqual(plain[name].map((value) => value * 2 ** power));
        }
      }),
    );
  });

  test("equals its stream value by value, whose peek returns the value of the next update", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const { excess, slope } = lines(series, n);
        const stream = new BlockLine(n);
        series.forEach((value, i) => {
          const peeked = stream.peek(value);
          stream.update(value);
          expect([peeked.excess, stream.excess]).toEqual([excess[i], excess[i]]);
          expect([peeked.slope, stream.slope]).toEqual([slope[i], slope[i]]);
        });
      }),
    );
  });

  test("allocates memory for a long period only as values arrive", () => {
    const stream = new BlockLine(1_000_000_000);
    for (let i = 0; i < 200; i++) {
      stream.update(i);
      expect(stream.slope).toBeNaN();
    }
    expect(stream.block.length).toBe(256);
  });
});

function lines(series: Float64Array, n: number): { excess: Float64Array; slope: Float64Array } {
  const excess = new Float64Array(series.length);
  const slope = new Float64Array(series.length);
  blockLine(series, n, excess, slope);
  return { excess, slope };
}

/** Sum of values times twice their distance from the middle of the window. The doubling makes distances whole numbers. */
function exactSlope(window: readonly number[]): number {
  const n = window.length;
  const terms = window.flatMap((value, k) => {
    const weight = 2 * k - (n - 1);
    return Array<number>(Math.abs(weight)).fill(Math.sign(weight) * value);
  });
  return exactSum(terms) / 2 / ((n * (n * n - 1)) / 12);
}
