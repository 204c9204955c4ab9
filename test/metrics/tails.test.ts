import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conditionalValueAtRisk } from "../../src/metrics/risk.ts";
import { moments, percentile, tails } from "../../src/metrics/statistics.ts";
import { property } from "../support/property.ts";

/** Returns a percentile by linear interpolation between the two nearest sorted values. */
function sortedPercentile(values: Float64Array, share: number): number {
  const sorted = values.toSorted();
  const place = (values.length - 1) * share;
  const below = Math.floor(place);
  return sorted[below]! + ((sorted[below + 1] ?? 0) - sorted[below]!) * (place - below);
}

const near = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(b)));
const values = fc
  .array(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 300 })
  .map((all) => Float64Array.from(all, (value) => value / 100));

describe("percentiles", () => {
  test("of [1, 81, 82, 83, 84, 85] at 0.1, 0.2 and 0.3 equal those in empyrical's tests", () => {
    const column = Float64Array.of(1, 81, 82, 83, 84, 85);
    expect([0.1, 0.2, 0.3].map((share) => percentile(column, share))).toEqual([41, 81, 81.5]);
  });

  test("are missing for an empty column and for a column with a missing value", () => {
    expect(percentile(new Float64Array(0), 0.5)).toBeNaN();
    expect(percentile(Float64Array.of(1, NaN), 0.5)).toBeNaN();
  });

  property([values, fc.double({ min: 0, max: 1, noNaN: true })])(
    "equal percentiles computed by sorting",
    (all, share) => {
      near(percentile(all, share), sortedPercentile(all, share));
    },
  );
});

test("conditionalValueAtRisk is missing if a return is missing", () => {
  expect(conditionalValueAtRisk(Float64Array.of(-0.02, NaN, 0.01))).toBeNaN();
});

property([values])("tail metrics computed without sorting equal those computed by sorting", (all) => {
  const { low, high, lowMean } = tails(all, moments(all, 1));
  near(low, sortedPercentile(all, 0.05));
  near(high, sortedPercentile(all, 0.95));
  near(lowMean, conditionalValueAtRisk(all));
});
