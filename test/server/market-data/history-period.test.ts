import { describe, expect, test } from "vitest";
import { ApiError } from "../../../src/server/errors/api-error.ts";
import { historyPeriod, yahooPeriod } from "../../../src/server/market-data/history.ts";
import { parseInstant } from "../../../src/time/instant.ts";
import { PERIODS } from "../../../src/time/period.ts";

function problemOf(ask: () => unknown): Record<string, unknown> {
  try {
    ask();
  } catch (error) {
    if (error instanceof ApiError) return (error.details["errors"] as Record<string, unknown>[])[0]!;
  }
  throw new Error("the period was accepted");
}

describe("the parameter period of price history", () => {
  test.each(PERIODS)("accepts %s", (period) => {
    expect(historyPeriod(period, false)).toBe(period);
  });

  test.each([
    ["30d", "1mo"],
    ["90d", "3mo"],
    ["1w", "5d"],
    ["1 month", "1mo"],
    ["12mo", "1y"],
    ["3y", "2y"],
    ["100y", "10y"],
    ["0d", "1d"],
    ["YTD", "ytd"],
    ["1MO", "1mo"],
  ])("refuses %s and suggests %s", (period, suggestion) => {
    expect(problemOf(() => historyPeriod(period, false))).toEqual({
      in: "query",
      parameter: "period",
      value: period,
      reason: "period_unknown",
      allowed: [...PERIODS],
      suggestion,
    });
  });

  test.each(["", "month", "-1d", "1.5mo", "1d;x"])("refuses %s without a suggestion", (period) => {
    expect(problemOf(() => historyPeriod(period, true))).not.toHaveProperty("suggestion");
  });

  test("accepts a period of any length if the server's settings allow it", () => {
    expect(historyPeriod("30d", true)).toEqual({ sessions: 30 });
    expect(historyPeriod("2wk", true)).toEqual({ days: 14 });
    expect(historyPeriod("18mo", true)).toEqual({ months: 18 });
    expect(historyPeriod("1mo", true)).toBe("1mo");
    expect(problemOf(() => historyPeriod("30h", true))).toMatchObject({ reason: "period_unknown" });
    expect(problemOf(() => historyPeriod("00d", true))).toMatchObject({ reason: "period_unknown" });
  });
});

describe("the limits that Yahoo sets for price history", () => {
  const now = parseInstant("2023-03-10T15:00", "America/New_York");

  test.each([
    ["5d", "1m"],
    ["1mo", "2m"],
    ["1mo", "90m"],
    ["2y", "1h"],
    ["2y", "60m"],
    ["10y", "1d"],
    ["max", "1wk"],
    ["ytd", "1h"],
  ] as const)("allow the period %s with bars of %s", (period, interval) => {
    expect(yahooPeriod(period, period, interval, now)).toBe(period);
  });

  test.each([
    ["1mo", "1m", 8],
    ["ytd", "1m", 8],
    ["ytd", "5m", 60],
    ["3mo", "30m", 60],
    ["5y", "1h", 730],
  ] as const)("refuse the period %s with bars of %s", (period, interval, most) => {
    expect(problemOf(() => yahooPeriod(period, period, interval, now))).toMatchObject({
      parameter: "period",
      value: period,
      reason: "period_too_long",
      most_days: most,
    });
  });

  test('shorten the period "max" to the longest that Yahoo offers', () => {
    expect(yahooPeriod("max", "max", "1m", now)).toEqual({ days: 8 });
    expect(yahooPeriod("max", "max", "15m", now)).toEqual({ days: 60 });
    expect(yahooPeriod("max", "max", "1h", now)).toEqual({ days: 730 });
  });
});
