import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { axisNumbers } from "../../../src/web/dashboard/chart/dashboard-chart-options.ts";
import { property } from "../../support/property.ts";

/** The numbers shown on an axis of 300 pixels, on which a value equals its distance from the top in pixels. */
const written = (labels: readonly number[], values: readonly number[]) =>
  axisNumbers({ at: (value) => value, height: () => 300, labels: () => labels, format: String })(values);

describe("the numbers on a price axis", () => {
  test("are shown if no price label is near", () => {
    expect(written([], [50, 100])).toEqual(["50", "100"]);
    expect(written([75], [50, 100])).toEqual(["50", "100"]);
  });

  test("are hidden if a price label would cover them", () => {
    // A label is 16 pixels high and a number 11, so their centers must be 14 pixels apart.
    expect(written([100], [86, 87, 100, 113, 114])).toEqual(["86", "", "", "", "114"]);
  });

  test("are hidden at the place to which the chart moves a label that would overlap another", () => {
    // In the upper half the second label moves up to 84; in the lower half it moves down to 216.
    expect(written([100, 98], [60, 71, 114])).toEqual(["60", "", "114"]);
    expect(written([200, 202], [186, 229, 230])).toEqual(["186", "", "230"]);
    // In the middle the lower label moves down to 165.
    expect(written([149, 151], [135, 178, 179])).toEqual(["135", "", "179"]);
  });

  test("are shown while the axis has no scale", () => {
    const unscaled = axisNumbers({ at: () => null, height: () => 300, labels: () => [5], format: String });
    expect(unscaled([5])).toEqual(["5"]);
  });

  const heights = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 });
  property([heights, heights])("never overlap a price label", (labels, values) => {
    const shown = written(labels, values);
    values.forEach((value, i) => {
      expect(["", String(value)]).toContain(shown[i]);
      if (labels.length === 1 && Math.abs(labels[0]! - value) < 14) expect(shown[i]).toBe("");
    });
  });
});
