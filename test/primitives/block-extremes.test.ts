import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockExtreme, blockExtremes, blockMax, blockMin } from "../../src/primitives/block-extremes.ts";
import { gappySeries, period, windowEndingAt } from "./windows.ts";

describe("block extremes", () => {
  test("blockMax and blockMin return the highest and lowest value of the window", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const { max, min } = extremes(series, n);
        for (let i = 0; i < series.length; i++) {
          const window = windowEndingAt(series, i, n);
          expect(max[i]).toBe(window === undefined ? NaN : Math.max(...window) + 0);
          expect(min[i]).toBe(window === undefined ? NaN : Math.min(...window) + 0);
        }
      }),
    );
  });

  test("blockExtremes returns the values of blockMax and blockMin", () => {
    fc.assert(
      fc.property(gappySeries, period, (series, n) => {
        const { max, min } = extremes(series, n);
        const highest = new Float64Array(series.length);
        const lowest = new Float64Array(series.length);
        blockExtremes(series, series, series, n, highest, lowest);
        expect(highest).toEqual(max);
        expect(lowest).toEqual(min);
      }),
    );
  });

  test("blockExtremes has no value while one of its columns has a missing value in the window", () => {
    fc.assert(
      fc.property(gappySeries, gappySeries, gappySeries, period, (upper, lower, gaps, n) => {
        const length = Math.min(upper.length, lower.length, gaps.length);
        const columns = [upper, lower, gaps].map((column) => column.slice(0, length));
        const cleaned = columns.map((column) =>
          column.map((value, i) => (columns.every((other) => Number.isFinite(other[i])) ? value : NaN)),
        );
        const highest = new Float64Array(length);
        const lowest = new Float64Array(length);
        blockExtremes(columns[0]!, columns[1]!, columns[2]!, n, highest, lowest);
        expect(highest).toEqual(extremes(cleaned[0]!, n).max);
        expect(lowest).toEqual(extremes(cleaned[1]!, n).min);
      }),
    );
  });

  test.each([1, -1] as const)(
    "equal their stream value by value, whose peek returns the value of the next update (1 for maxima, -1 for minima: %i)",
    (sign) => {
      fc.assert(
        fc.property(gappySeries, period, (series, n) => {
          const { max, min } = extremes(series, n);
          const expected = sign === 1 ? max : min;
          const stream = new BlockExtreme(sign, n);
          series.forEach((value, i) => {
            expect(stream.peek(value)).toBe(expected[i]);
            expect(stream.update(value)).toBe(expected[i]);
          });
        }),
      );
    },
  );

  test("allocate memory for a long period only as values arrive", () => {
    const stream = new BlockExtreme(1, 1_000_000_000);
    for (let i = 0; i < 200; i++) expect(stream.update(i)).toBeNaN();
    expect(stream.block.length).toBe(256);
  });
});

function extremes(series: Float64Array, n: number): { max: Float64Array; min: Float64Array } {
  const max = new Float64Array(series.length);
  const min = new Float64Array(series.length);
  blockMax(series, n, max);
  blockMin(series, n, min);
  return { max, min };
}
