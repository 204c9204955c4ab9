import { describe, expect, test } from "vitest";
import { axisDecimals, DRAWDOWN_FORMAT, moneyFormat, priceFormat } from "../../../src/web/report/axis-format.ts";

type Ticks = Parameters<NonNullable<typeof DRAWDOWN_FORMAT.tickmarksFormatter>>[0];
const ticks = (format: typeof DRAWDOWN_FORMAT, values: readonly number[]) =>
  format.tickmarksFormatter!(values as Ticks);

describe("axis labels of a report's charts", () => {
  test("show drawdowns with enough decimals to tell them apart, and nothing above zero", () => {
    expect(ticks(DRAWDOWN_FORMAT, [0, -0.1, -0.2])).toEqual(["0%", "-10%", "-20%"]);
    expect(ticks(DRAWDOWN_FORMAT, [0, -0.004, -0.008])).toEqual(["0.0%", "-0.4%", "-0.8%"]);
    // The axis of a flat drawdown curve extends slightly beyond zero on both sides.
    expect(ticks(DRAWDOWN_FORMAT, [0.0001, 0, -0.0001])).toEqual(["", "0.00%", "-0.01%"]);
  });

  test("show money as whole numbers, and abbreviate large amounts", () => {
    expect(ticks(moneyFormat(), [100_000, 102_500])).toEqual(["100,000", "102,500"]);
    expect(ticks(moneyFormat(), [9e6, 10e6])).toEqual(["9M", "10M"]);
    expect(ticks(moneyFormat(), [10_500_000_000, 11_000_000_000])).toEqual(["10.5B", "11B"]);
    expect(moneyFormat().formatter(9_000_000_000_000.41 as Ticks[number])).toBe("9T");
    expect(moneyFormat(2).formatter(1.155 as Ticks[number])).toBe("1.16");
  });

  test("show prices with four digits, and abbreviate large prices", () => {
    expect(ticks(priceFormat(Float64Array.of(45.18), 6), [45, 45.25])).toEqual(["45", "45.25"]);
    expect(ticks(priceFormat(Float64Array.of(132e6), 2), [128e6, 132e6])).toEqual(["128M", "132M"]);
    expect(axisDecimals(Float64Array.of(0.00001234), 8)).toBe(8);
    expect(axisDecimals(Float64Array.of(2874), 2)).toBe(0);
  });
});
