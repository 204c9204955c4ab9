import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockExtremeIndex, blockExtremeIndex } from "../../src/primitives/block-extreme-index.ts";
import { blockMax, blockMin } from "../../src/primitives/block-extremes.ts";
import { HARD_SERIES } from "../support/series.ts";
import { gappySeries, period, windowEndingAt } from "./windows.ts";

const SIGNS = [1, -1] as const;

/** Series of few different values, so that equal extremes are common. */
const steps = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 3 }) }, fc.constant(NaN)), { maxLength: 80 })
  .map((list) => Float64Array.from(list));
const anySeries = fc.oneof(gappySeries, steps);

describe.each(SIGNS)("blockExtremeIndex with sign %i (1 finds maxima, -1 minima)", (sign) => {
  test("returns the index of the most recent extreme in the window", () => {
    fc.assert(
      fc.property(anySeries, period, (series, n) => {
        const { since } = places(series, sign, n);
        for (let i = 0; i < series.length; i++) expect(since[i]).toBe(plainSince(windowEndingAt(series, i, n), sign));
      }),
    );
  });

  test.each(Object.keys(HARD_SERIES))(
    "returns the index of the most recent extreme in each window of the series %s",
    (name) => {
      const series = HARD_SERIES[name]!(200);
      for (const n of [1, 2, 7, 20]) {
        const { since } = places(series, sign, n);
        for (let i = 0; i < 200; i++) expect(since[i]).toBe(plainSince(windowEndingAt(series, i, n), sign));
      }
    },
  );

  test("returns the extreme together with its index", () => {
    fc.assert(
      fc.property(anySeries, period, (series, n) => {
        const expected = new Float64Array(series.length);
        (sign === 1 ? blockMax : blockMin)(series, n, expected);
        expect(places(series, sign, n).extreme).toEqual(expected);
      }),
    );
  });

  test("depends only on the values in its window, and does not change if they are scaled", () => {
    fc.assert(
      fc.property(anySeries, period, fc.nat(80), (series, n, before) => {
        const { since } = places(series, sign, n);
        const changed = series.map((value, i) => (i < before && Number.isFinite(value) ? value * 1e6 + 1 : value));
        expect(places(changed, sign, n).since.subarray(before + n - 1)).toEqual(since.subarray(before + n - 1));
        const doubled = series.map((value) => value * 2 ** 30);
        expect(places(doubled, sign, n).since).toEqual(since);
      }),
    );
  });

  test("has no value while one of its columns has a missing value in the window", () => {
    fc.assert(
      fc.property(anySeries, anySeries, period, (series, gaps, n) => {
        const length = Math.min(series.length, gaps.length);
        const [short, other] = [series.slice(0, length), gaps.slice(0, length)];
        const cleaned = short.map((value, i) => (Number.isFinite(other[i]) ? value : NaN));
        expect(places(short, sign, n, other)).toEqual(places(cleaned, sign, n));
      }),
    );
  });

  test("equals its stream value by value, whose peek returns the value of the next update", () => {
    fc.assert(
      fc.property(anySeries, period, (series, n) => {
        const { since } = places(series, sign, n);
        const stream = new BlockExtremeIndex(sign, n);
        series.forEach((value, i) => {
          expect(stream.peek(value)).toBe(since[i]);
          expect(stream.update(value)).toBe(since[i]);
        });
      }),
    );
  });

  test("allocates memory for a long period only as values arrive", () => {
    const stream = new BlockExtremeIndex(sign, 1_000_000_000);
    for (let i = 0; i < 200; i++) expect(stream.update(i)).toBeNaN();
    expect(stream.block.length).toBe(256);
  });
});

function places(
  series: Float64Array,
  sign: 1 | -1,
  n: number,
  gaps = series,
): { extreme: Float64Array; since: Float64Array } {
  const extreme = new Float64Array(series.length);
  const since = new Float64Array(series.length);
  blockExtremeIndex(series, gaps, sign, n, extreme, since);
  return { extreme, since };
}

function plainSince(window: readonly number[] | undefined, sign: 1 | -1): number {
  if (window === undefined) return NaN;
  const extreme = sign === 1 ? Math.max(...window) : Math.min(...window);
  // findLastIndex with === counts 0 and -0 as equal.
  return window.length - 1 - window.findLastIndex((value) => value === extreme);
}
