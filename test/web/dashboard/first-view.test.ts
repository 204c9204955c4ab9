import { describe, expect, test } from "vitest";
import { firstView } from "../../../src/web/dashboard/chart/price-chart.ts";

const pixelsOf = (bars: number, width: number) => {
  const { from, to } = firstView(bars, width);
  const spacing = width / (to - from);
  return { bar: spacing, left: -from * spacing, right: (to - bars) * spacing };
};

describe("the first view of a chart", () => {
  test("shows the latest of many bars, and leaves room for the names of price levels", () => {
    const { bar, left, right } = pixelsOf(1000, 666);
    expect([bar, right]).toEqual([expect.closeTo(6, 9), expect.closeTo(66, 9)]);
    // Of 1,000 bars the last 100 fit into 600 pixels, and 900 lie to the left.
    expect(left).toBeCloseTo(-5400, 9);
  });

  test("shows all of a few bars, each at most 20 pixels wide", () => {
    // The 600 pixels hold 36 bars and a margin of 1.5 bars.
    expect(pixelsOf(36, 666)).toEqual({
      bar: expect.closeTo(16, 9) as number,
      left: expect.closeTo(24, 9) as number,
      right: expect.closeTo(66, 9) as number,
    });
    expect(pixelsOf(1, 666).bar).toBeCloseTo(20, 9);
    expect(pixelsOf(0, 666).bar).toBeCloseTo(20, 9);
  });
});
