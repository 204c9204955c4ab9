import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockMoments, blockMoments } from "../../src/primitives/block-moments.ts";
import { exactMoments } from "../support/exact.ts";
import { HARD_SERIES } from "../support/series.ts";
import { gappySeries, period, windowEndingAt } from "./windows.ts";

describe("blockMoments, a rolling mean and variance", () => {
  test("is exact apart from a few roundings per value of the window", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const { excess, variance } = moments(series, n);
        for (let i = 0; i < series.length; i++) {
          const window = windowEndingAt(series, i, n);
          if (window === undefined) {
            expect(excess[i]).toBeNaN();
            expect(variance[i]).toBeNaN();
            continue;
          }
          const exact = exactMoments(window);
          const deviation = Math.sqrt(exact.variance);
          const anchored = n * Math.max(...window.map((value) => Math.abs(value - exact.mean)));
          expect(Math.abs(excess[i]! - (series[i]! - exact.mean))).toBeLessThanOrEqual(
            4 * Number.EPSILON * (anchored + Math.abs(exact.mean)),
          );
          expect(variance[i]).toBeGreaterThanOrEqual(0);
          expect(Math.abs(variance[i]! - exact.variance)).toBeLessThanOrEqual(
            8 * n * Number.EPSILON * (exact.variance + deviation * anchored),
          );
        }
      }),
    );
  });

  test.each([
    ["a small wave on a billion", 20, 1e-12],
    ["an outlier of 1e12", 20, 1e-13],
    ["an outlier of 1e12", 200, 1e-12],
    ["magnitude 1e-100", 20, 1e-13],
    ["magnitude 1e100", 20, 1e-13],
    ["prices of a ten-millionth", 5, 1e-13],
  ])("has a relative error in variance on %s, period %i, below %d", (name, n, tolerance) => {
    const series = HARD_SERIES[name]!(500);
    const { variance } = moments(series, n);
    for (let i = n - 1; i < series.length; i++) {
      const exact = exactMoments([...series.subarray(i - n + 1, i + 1)]);
      expect(Math.abs(variance[i]! / exact.variance - 1)).toBeLessThan(tolerance);
    }
  });

  test.each(["constant", "constant 0.1", "zero"])("has a variance of exactly 0 on the constant series: %s", (name) => {
    const { excess, variance } = moments(HARD_SERIES[name]!(50), 7);
    expect(excess.subarray(6).every((value) => value === 0)).toBe(true);
    expect(variance.subarray(6).every((value) => value === 0)).toBe(true);
  });

  test("equals its stream value by value, whose peek returns the value of the next update", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const { excess, variance } = moments(series, n);
        const stream = new BlockMoments(n);
        series.forEach((value, i) => {
          const peeked = stream.peek(value);
          const updated = stream.update(value);
          expect([peeked.excess, updated.excess]).toEqual([excess[i], excess[i]]);
          expect([peeked.variance, updated.variance]).toEqual([variance[i], variance[i]]);
        });
      }),
    );
  });

  test("allocates memory for a long period only as values arrive", () => {
    const stream = new BlockMoments(1_000_000_000);
    for (let i = 0; i < 200; i++) expect(stream.update(i).variance).toBeNaN();
    expect(stream.block.length).toBe(256);
  });
});

function moments(series: Float64Array, n: number): { excess: Float64Array; variance: Float64Array } {
  const excess = new Float64Array(series.length);
  const variance = new Float64Array(series.length);
  blockMoments(series, n, excess, variance);
  return { excess, variance };
}
