import { describe, expect, test } from "vitest";
import { summaryIn } from "../../../src/metrics/presets/summary-in.ts";
import { performanceOf, tradesOf } from "../performance-of.ts";

const summaryOf = (...given: Parameters<typeof performanceOf>) => summaryIn("backtrader", performanceOf(...given));

describe("the backtrader preset", () => {
  test("uses returns of calendar years, and counts a close at midnight in the year that ends", () => {
    const ends = ["2020-07-01", "2021-01-01", "2021-06-01", "2022-01-01", "2022-12-31"];
    const time = Float64Array.from(ends, (day) => Date.parse(day));
    // The returns of the three years are 10, -10 and 20 percent.
    const { sharpe } = summaryOf([1050, 1100, 900, 990, 1188], { time, riskFreeRate: 0.01 });
    // From Python: the mean of the excess returns 9, -11 and 19 percent, divided by their population deviation.
    expect(sharpe).toBeCloseTo(0.4543441112511214, 12);
    expect(summaryOf([1050, 1100])["sharpe"]).toBeNaN();
  });

  test("counts trades from flat to flat, and counts a trade with a profit of 0 as won", () => {
    const roundTrips = Float64Array.of(30, 0, -10, -20, 40);
    const summary = summaryOf([1000, 1040], { roundTrips, trades: tradesOf([1, -1]) });
    expect(summary["trades"]).toBe(5);
    expect(summary["win-rate"]).toBe(0.6);
    expect(summary["expectancy"]).toBe(8);
    expect(summary["profit-factor"]).toBeCloseTo(70 / 30, 12);
    expect(summary["payoff-ratio"]).toBeCloseTo(70 / 3 / 15, 12);
    expect(summary["longest-winning-streak"]).toBe(2);
    expect(summary["longest-losing-streak"]).toBe(2);
    // The squared differences of the profits from their mean 8 are 484, 64, 324, 784 and 1024.
    expect(summary["sqn"]).toBeCloseTo((Math.sqrt(5) * 8) / Math.sqrt(2680 / 5), 12);
    expect(summaryOf([1000], { roundTrips: Float64Array.of(5) })["sqn"]).toBe(0);
    expect(summaryOf([1000], { roundTrips: Float64Array.of(5, 5) })["sqn"]).toBeNaN();
  });

  test("measures drawdowns from the equity of the first bar, not from the initial cash", () => {
    expect(summaryOf([900, 990, 891])["max-drawdown"]).toBeCloseTo(-0.1, 12);
  });

  test("does not annualize returns of bars shorter than a day", () => {
    const hour = 3_600_000;
    const annual = summaryOf([1010, 1020.1], { intervalMs: hour, time: Float64Array.of(hour, 2 * hour) })[
      "annual-return"
    ];
    expect(annual).toBeCloseTo(0.01, 12);
  });
});
