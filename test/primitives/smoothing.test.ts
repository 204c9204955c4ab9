import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emaFactor, convergenceSteps, smooth, Smoothing, wilderFactor } from "../../src/primitives/smoothing.ts";
import { gappySeries } from "./windows.ts";

const seedLength = fc.integer({ min: 1, max: 12 });
const skip = fc.integer({ min: 0, max: 5 });

describe("Smoothing, an exponential average", () => {
  test("averages finite values only", () => {
    fc.assert(
      fc.property(gappySeries, seedLength, skip, (series, length, skipped) => {
        const out = new Float64Array(series.length);
        smooth(new Smoothing(emaFactor(length), length, skipped), series, out);
        const finite = [...series].filter(Number.isFinite);
        const seed = finite.slice(skipped, skipped + length).reduce((sum, value) => sum + value, 0) / length;
        let expected = NaN;
        let taken = 0;
        series.forEach((value, i) => {
          if (!Number.isFinite(value)) return expect(out[i]).toBeNaN();
          taken++;
          if (taken === skipped + length) expected = seed;
          else if (taken > skipped + length) expected = expected + (2 / (length + 1)) * (value - expected);
          expect(out[i]).toBe(expected);
        });
      }),
    );
  });

  test("equals Wilder's average if its factor is 1 / period", () => {
    fc.assert(
      fc.property(gappySeries, seedLength, (series, n) => {
        const finite = series.filter(Number.isFinite);
        const out = new Float64Array(finite.length);
        smooth(new Smoothing(wilderFactor(n), n), finite, out);
        const size = Math.max(...finite.map(Math.abs));
        for (let i = n; i < finite.length; i++)
          expect(Math.abs(out[i]! - (out[i - 1]! * (n - 1) + finite[i]!) / n)).toBeLessThanOrEqual(1e-15 * size);
      }),
    );
  });

  test("equals its stream value by value, whose peek returns the value of the next update", () => {
    fc.assert(
      fc.property(gappySeries, seedLength, skip, (series, length, skipped) => {
        const out = new Float64Array(series.length);
        smooth(new Smoothing(emaFactor(length), length, skipped), series, out);
        const stream = new Smoothing(emaFactor(length), length, skipped);
        series.forEach((value, i) => {
          expect(stream.peek(value)).toBe(out[i]);
          expect(stream.update(value)).toBe(out[i]);
        });
      }),
    );
  });

  test("equals a constant series exactly", () => {
    const out = new Float64Array(1000);
    smooth(new Smoothing(wilderFactor(14), 1), new Float64Array(1000).fill(0.1), out);
    expect(out.every((value) => value === 0.1)).toBe(true);
  });

  test.each([
    [emaFactor(20), 139],
    [wilderFactor(14), 187],
    [emaFactor(1), 0],
  ])("with a factor of %d gives its start a weight below a millionth after %i steps", (factor, steps) => {
    expect(convergenceSteps(factor)).toBe(steps);
    expect((1 - factor) ** steps).toBeLessThanOrEqual(steps === 0 ? 1 : 1e-6);
    if (steps > 0) expect((1 - factor) ** (steps - 1)).toBeGreaterThan(1e-6);
  });

  test("with a tiny factor needs a finite number of steps until the weight of its start is below a millionth", () => {
    // The logarithm of the start's weight falls by 4e-18 per step, and the logarithm of a millionth is -13.8155105579643.
    expect(convergenceSteps(4e-18) * 4e-18).toBeCloseTo(13.8155105579643, 12);
  });
});
