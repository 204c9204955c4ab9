import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockComoments, blockComoments } from "../../src/primitives/block-comoments.ts";
import { blockMoments } from "../../src/primitives/block-moments.ts";
import { HARD_SERIES } from "../support/series.ts";
import { gappySeries, period, windowEndingAt } from "./windows.ts";

const NAMES = ["sourceVariance", "otherVariance", "covariance"] as const;

/** Two series of equal length, with missing values and outliers. */
const pairs = fc.tuple(gappySeries, gappySeries).map(([one, other]) => {
  const length = Math.min(one.length, other.length);
  return [one.slice(0, length), other.slice(0, length)] as const;
});

describe("blockComoments", () => {
  test("returns the variance of each series over the bars on which both series have values", () => {
    fc.assert(
      fc.property(pairs, period, ([source, other], n) => {
        const [one, two] = cleaned(source, other);
        const { sourceVariance, otherVariance } = moments(source, other, n);
        expect(sourceVariance).toEqual(variance(one!, n));
        expect(otherVariance).toEqual(variance(two!, n));
      }),
    );
  });

  test("returns the covariance that a two-pass computation gives", () => {
    fc.assert(
      fc.property(pairs, period, ([source, other], n) => {
        const [one, two] = cleaned(source, other);
        const { covariance } = moments(source, other, n);
        for (let i = 0; i < source.length; i++) {
          const x = windowEndingAt(one!, i, n);
          const y = windowEndingAt(two!, i, n);
          if (x === undefined || y === undefined) {
            expect(covariance[i]).toBeNaN();
            continue;
          }
          const error = 16 * n * Number.EPSILON * reach(x) * reach(y);
          expect(Math.abs(covariance[i]! - plainCovariance(x, y))).toBeLessThanOrEqual(error);
        }
      }),
    );
  });

  test.each(Object.keys(HARD_SERIES))(
    "returns the variance as covariance of the series %s with itself, and 0 with a constant series",
    (name) => {
      const series = HARD_SERIES[name]!(300);
      for (const n of [1, 2, 7, 20]) {
        const same = moments(series, series, n);
        expect(same.sourceVariance).toEqual(same.otherVariance);
        for (let i = n - 1; i < 300; i++)
          expect(Math.abs(same.covariance[i]! - same.sourceVariance[i]!)).toBeLessThanOrEqual(0);
        const still = moments(series, new Float64Array(300).fill(0.1), n);
        for (let i = n - 1; i < 300; i++) {
          expect(still.otherVariance[i]).toBe(0);
          expect(still.covariance[i]! + 0).toBe(0);
        }
      }
    },
  );

  test("returns a variance of 0 exactly if the window of a series is constant", () => {
    fc.assert(
      fc.property(pairs, period, ([source, other], n) => {
        const [one] = cleaned(source, other);
        const { sourceVariance } = moments(source, other, n);
        for (let i = 0; i < source.length; i++) {
          const window = windowEndingAt(one!, i, n);
          if (window !== undefined) expect(sourceVariance[i] === 0).toBe(reach(window) === 0);
        }
      }),
    );
  });

  test("depends only on the values in its window, and scales with each series bit for bit", () => {
    fc.assert(
      fc.property(pairs, period, fc.nat(80), fc.constantFrom(-30, 7), ([source, other], n, before, power) => {
        const plain = moments(source, other, n);
        const elsewhere = (value: number, i: number) =>
          i < before && Number.isFinite(value) ? value * 1e6 + 1 : value;
        const changed = moments(source.map(elsewhere), other.map(elsewhere), n);
        const factor = 2 ** power;
        const scaled = moments(
          source.map((value) => value * factor),
          other,
          n,
        );
        for (const name of NAMES)
          expect(changed[name].subarray(before + n - 1)).toEqual(plain[name].subarray(before + n - 1));
        expect(scaled.sourceVariance).toEqual(plain.sourceVariance.map((value) => value * factor * factor));
        expect(scaled.otherVariance).toEqual(plain.otherVariance);
        expect(scaled.covariance).toEqual(plain.covariance.map((value) => value * factor));
      }),
    );
  });

  test("equals its stream bar by bar, whose peek returns the value of the next update", () => {
    fc.assert(
      fc.property(pairs, period, ([source, other], n) => {
        const expected = moments(source, other, n);
        const stream = new BlockComoments(n);
        source.forEach((value, i) => {
          const peeked = stream.peek(value, other[i]!);
          const updated = stream.update(value, other[i]!);
          for (const name of NAMES)
            expect([peeked[name], updated[name]]).toEqual([expected[name][i], expected[name][i]]);
        });
      }),
    );
  });

  test("allocates memory for a long period only as values arrive", () => {
    const stream = new BlockComoments(1_000_000_000);
    for (let i = 0; i < 200; i++) expect(stream.update(i, -i).covariance).toBeNaN();
    expect(stream.source.length).toBe(256);
    expect(stream.suffixes.products.length).toBe(256);
  });
});

function moments(source: Float64Array, other: Float64Array, n: number): Record<(typeof NAMES)[number], Float64Array> {
  const [sourceVariance, otherVariance, covariance] = NAMES.map(() => new Float64Array(source.length));
  blockComoments(source, other, n, sourceVariance!, otherVariance!, covariance!);
  return { sourceVariance: sourceVariance!, otherVariance: otherVariance!, covariance: covariance! };
}

function cleaned(...columns: Float64Array[]): Float64Array[] {
  return columns.map((column) =>
    column.map((value, i) => (columns.every((each) => Number.isFinite(each[i])) ? value : NaN)),
  );
}

function variance(series: Float64Array, n: number): Float64Array {
  const out = new Float64Array(series.length);
  blockMoments(series, n, new Float64Array(series.length), out);
  return out;
}

function reach(window: readonly number[]): number {
  return Math.max(...window) - Math.min(...window);
}

function plainCovariance(x: readonly number[], y: readonly number[]): number {
  const n = x.length;
  const [xMiddle, yMiddle] = [x[n - 1]!, y[n - 1]!];
  const mean = (values: readonly number[], middle: number) =>
    values.reduce((sum, value) => sum + (value - middle), 0) / n;
  const [xMean, yMean] = [mean(x, xMiddle), mean(y, yMiddle)];
  return x.reduce((sum, value, k) => sum + (value - xMiddle - xMean) * (y[k]! - yMiddle - yMean), 0) / n;
}
