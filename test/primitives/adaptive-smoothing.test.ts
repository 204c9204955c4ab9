import * as fc from "fast-check";
import { expect, test } from "vitest";
import { AdaptiveSmoothing, smoothAdaptively } from "../../src/primitives/adaptive-smoothing.ts";

const step = fc.tuple(
  fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(NaN)),
);

test("smoothAdaptively moves its average by each bar's factor, and has no value on a bar without a factor", () => {
  const values = Float64Array.of(8, 4, 8, 100, 0, 2);
  const factors = Float64Array.of(NaN, NaN, 0.5, NaN, 0.25, 1);
  smoothAdaptively(values, 1, factors);
  expect(factors).toEqual(Float64Array.of(NaN, NaN, 6, NaN, 4.5, 2));
});

test("smoothAdaptively with a lag of 0 starts from the value of its first bar", () => {
  const factors = Float64Array.of(NaN, 0.5, 0.5);
  smoothAdaptively(Float64Array.of(8, 4, 8), 0, factors);
  expect(factors).toEqual(Float64Array.of(NaN, 4, 6));
});

test("AdaptiveSmoothing returns the values of smoothAdaptively one by one, and peek returns the value of the next update", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom(0 as const, 1 as const), (steps, lag) => {
      const values = Float64Array.from(steps, ([value]) => value);
      const factors = Float64Array.from(steps, ([, factor], i) => (i < lag ? NaN : factor));
      const out = factors.slice();
      smoothAdaptively(values, lag, out);
      const smoothing = new AdaptiveSmoothing();
      values.forEach((value, i) => {
        const beginning = values[Math.max(0, i - lag)]!;
        expect(smoothing.peek(value, factors[i]!, beginning)).toBe(out[i]);
        expect(smoothing.update(value, factors[i]!, beginning)).toBe(out[i]);
      });
    }),
  );
});
