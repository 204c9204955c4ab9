import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockExcess, blockExcess } from "../../src/primitives/block-excess.ts";
import { blockMoments } from "../../src/primitives/block-moments.ts";
import { exactMoments } from "../support/exact.ts";
import { HARD_SERIES } from "../support/series.ts";
import { gappySeries, period, windowEndingAt } from "./windows.ts";

describe("blockExcess", () => {
  test("is exact apart from a few roundings per value of the window", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const excess = excessOf(series, n);
        for (let i = 0; i < series.length; i++) {
          const window = windowEndingAt(series, i, n);
          if (window === undefined) {
            expect(excess[i]).toBeNaN();
            continue;
          }
          const { mean } = exactMoments(window);
          const anchored = n * Math.max(...window.map((value) => Math.abs(value - mean)));
          expect(Math.abs(excess[i]! - (series[i]! - mean))).toBeLessThanOrEqual(
            4 * Number.EPSILON * (anchored + Math.abs(mean)),
          );
        }
      }),
    );
  });

  test("equals the excess of blockMoments, bit for bit", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const excess = new Float64Array(series.length);
        blockMoments(series, n, excess, new Float64Array(series.length));
        expect(excessOf(series, n)).toEqual(excess);
      }),
    );
  });

  test.each(["constant", "constant 0.1", "zero"])("is exactly 0 on the constant series: %s", (name) => {
    expect(
      excessOf(HARD_SERIES[name]!(50), 7)
        .subarray(6)
        .every((value) => value === 0),
    ).toBe(true);
  });

  test("equals its stream value by value, whose peek returns the value of the next update", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const excess = excessOf(series, n);
        const stream = new BlockExcess(n);
        series.forEach((value, i) => {
          const peeked = stream.peek(value);
          expect([peeked, stream.update(value)]).toEqual([excess[i], excess[i]]);
        });
      }),
    );
  });

  test("allocates memory for a long period only as values arrive", () => {
    const stream = new BlockExcess(1_000_000_000);
    for (let i = 0; i < 200; i++) expect(stream.update(i)).toBeNaN();
    expect(stream.block.length).toBe(256);
  });
});

function excessOf(series: Float64Array, n: number): Float64Array {
  const excess = new Float64Array(series.length);
  blockExcess(series, n, excess);
  return excess;
}
