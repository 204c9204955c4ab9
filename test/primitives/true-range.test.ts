import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TrueRange, trueRange, type FirstTrueRange } from "../../src/primitives/true-range.ts";
import { randomBars, type BarColumns } from "../support/series.ts";

const gappyBars = fc
  .tuple(
    fc.nat(),
    fc.nat(60),
    fc.array(fc.tuple(fc.nat(60), fc.constantFrom("high", "low", "close"), fc.constantFrom(NaN, Infinity, -Infinity)), {
      maxLength: 4,
    }),
  )
  .map(([seed, length, gaps]) => {
    const bars = randomBars(length, seed);
    for (const [at, name, value] of gaps) if (at < length) bars[name][at] = value;
    return bars;
  });

const first = fc.constantFrom<FirstTrueRange>("none", "highLow");

function computed({ high, low, close }: BarColumns, option?: FirstTrueRange): Float64Array {
  const out = new Float64Array(close.length).fill(7);
  trueRange(high, low, close, out, option);
  return out;
}

describe("trueRange", () => {
  // By hand: the first bar has a height of 2. The true ranges of the others are 12 - 9, 14 - 11 after a gap up, and 13.5 - 8 after a
  // gap down.
  const bars = {
    ...randomBars(4, 1),
    high: Float64Array.of(10, 12, 14, 9),
    low: Float64Array.of(8, 9.5, 13, 8),
    close: Float64Array.of(9, 11, 13.5, 8.5),
  };

  test("is the height of the bar including the gap from the previous close", () => {
    expect(computed(bars)).toEqual(Float64Array.of(NaN, 3, 3, 5.5));
    expect(computed(bars, "highLow")).toEqual(Float64Array.of(2, 3, 3, 5.5));
  });

  test("is missing for a bar with a missing number and for the next bar", () => {
    for (const name of ["high", "low", "close"] as const) {
      const gappy = { ...bars, [name]: bars[name].with(1, Infinity) };
      expect(computed(gappy)).toEqual(Float64Array.of(NaN, NaN, NaN, 5.5));
      expect(computed(gappy, "highLow")).toEqual(Float64Array.of(2, NaN, 1, 5.5));
    }
  });

  test("is the largest of high - low and the distances of high and low from the previous close, over thousands of bars", () => {
    const long = randomBars(3000, 5);
    const out = computed(long);
    for (let i = 1; i < 3000; i++) {
      const [high, low, previous] = [long.high[i]!, long.low[i]!, long.close[i - 1]!];
      expect(out[i]).toBe(Math.max(high - low, Math.abs(high - previous), Math.abs(low - previous)));
    }
  });

  test("equals its stream bar by bar, whose peek returns the value of the next update", () => {
    fc.assert(
      fc.property(gappyBars, first, (gappy, option) => {
        const out = computed(gappy, option);
        const range = new TrueRange(option);
        out.forEach((value, i) => {
          expect(range.peek(gappy.high[i]!, gappy.low[i]!, gappy.close[i]!)).toBe(value);
          expect(range.update(gappy.high[i]!, gappy.low[i]!, gappy.close[i]!)).toBe(value);
        });
      }),
    );
  });
});
