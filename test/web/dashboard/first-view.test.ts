import { describe, expect, test } from "vitest";
import { firstView } from "../../../src/web/dashboard/chart/price-chart.ts";

const pixelsOf = (bars: number, width: number) => {
  const { from, to } = firstView(bars, width);
  const spacing = width / (to - from);
  return { bar: spacing, before: -from * spacing, beside: (to - bars) * spacing };
};

describe("what a chart shows at first", () => {
  test("of many bars is the last ones, with room for the names of levels", () => {
    const { bar, before, beside } = pixelsOf(1000, 666);
    expect([bar, beside]).toEqual([expect.closeTo(6, 9), expect.closeTo(66, 9)]);
    // 600 pixels hold 100 bars: 900 lie before.
    expect(before).toBeCloseTo(-5400, 9);
  });

  test("of few bars is all of them, as wide as they fit and no wider than 20 pixels", () => {
    // 600 pixels for 37.5 bars and what stands before the first.
    expect(pixelsOf(36, 666)).toEqual({
      bar: expect.closeTo(16, 9) as number,
      before: expect.closeTo(24, 9) as number,
      beside: expect.closeTo(66, 9) as number,
    });
    expect(pixelsOf(1, 666).bar).toBeCloseTo(20, 9);
    expect(pixelsOf(0, 666).bar).toBeCloseTo(20, 9);
  });
});
