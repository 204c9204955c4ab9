import { describe, expect, test } from "vitest";
import { summaryRows } from "../../../src/report/summary-rows.ts";
import { scenarios } from "../../support/scenarios.ts";
import { barsFrom } from "../../support/market.ts";
import { play } from "../../support/play.ts";

const like = { conventions: "backtesting.py" } as const;

/**
 * Expected values are worked out by hand from the rules of backtesting.py 0.6.6. A fill is recorded when its bar
 * closes: on day 2 at `3 00:00`.
 */
describe("backtesting.py", () => {
  scenarios({
    "a full-equity buy with percent commission, a second buy without margin, and a reversal": {
      settings: { ...like, cash: 1000, commission: { model: "percent", rate: 0.01 } },
      bars: `10 10 10 10
        20 25 19 25
        30 40 30 40
        50 52 44 45`,
      at: {
        1: ({ orders }) => orders.buy({ percent: 1 }),
        2: ({ orders }) => orders.buy({ percent: 1 }),
        3: ({ orders }) => {
          orders.close();
          orders.sell({ percent: 1 });
        },
      },
      fills: [
        // 1000 / (20 + 0.2) pays for 49 units. Their commission is 49 × 20 × 1% = 9.8, which leaves 1000 - 980 - 9.8 =
        // 10.2 of cash.
        "3 00:00 buy 49 X at 20, commission 9.8",
        // On day 3 the free margin of 10.2 is less than a unit at 30.3, so the order is canceled.
        "5 00:00 sell 49 X at 50, commission 24.5",
        // Cash of 10.2 + 2450 - 24.5 = 2435.7 pays for 48 units at 50 + 0.5. Their commission is 48 × 50 × 1% = 24.
        "5 00:00 sell 48 X at 50, commission 24",
      ],
      orders: [
        "buy market 49: filled",
        "buy market 0: canceled insufficient_funds",
        "sell market 49: filled",
        "sell market 48: filled",
      ],
      cash: 4811.7,
    },
    "a share of equity is sized with the close of the bar at whose open it fills": {
      settings: { ...like, cash: 1000 },
      bars: `10 10 10 10
        10 10 10 10
        10 30 10 30`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 50 }), 2: ({ orders }) => orders.buy({ percent: 0.5 }) },
      // Equity at the close of 30 is 500 + 50 × 30 = 2000, of which 1500 is used. Half of the free 500 buys 25 units at
      // 10 each.
      fills: ["3 00:00 buy 50 X at 10", "4 00:00 buy 25 X at 10"],
    },
    "the part of an order that closes a trade pays no spread, the part that opens one does": {
      settings: { ...like, cash: 10_000, slippage: { model: "bps", bps: 100 } },
      bars: `100 100 100 100
        100 100 100 100
        110 110 110 110`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10 }), 2: ({ orders }) => orders.sell({ quantity: 15 }) },
      fills: [
        "3 00:00 buy 10 X at 101, slipped 1",
        "4 00:00 sell 10 X at 110",
        "4 00:00 sell 5 X at 108.9, slipped 1.1",
      ],
      cash: 10_634.5,
    },
    "an order closes a trade first, then opens nothing if margin does not cover the rest": {
      settings: { ...like, cash: 1000 },
      bars: "100 100 100 100\n".repeat(3),
      at: { 1: ({ orders }) => orders.buy({ quantity: 5 }), 2: ({ orders }) => orders.sell({ quantity: 16 }) },
      // Eleven units sold short would be worth 1100, more than the free margin.
      fills: ["3 00:00 buy 5 X at 100", "4 00:00 sell 5 X at 100"],
      orders: ["buy market 5: filled", "sell market 16: canceled insufficient_funds, 5 filled"],
    },
    "exits of a market order work in its bar, the stop-loss first": {
      settings: { ...like, cash: 10_000 },
      bars: `100 100 100 100
        100 112 94 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: 95, takeProfit: 110 }) },
      fills: ["3 00:00 buy 10 X at 100", "3 00:00 sell 10 X at 95, ambiguous"],
    },
    "the target of a stop order fills in its bar if the bar does not reach the stop-loss": {
      settings: { ...like, cash: 10_000 },
      bars: `100 100 100 100
        100 112 96 111`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 105, stopLoss: 95, takeProfit: 110 }) },
      fills: ["3 00:00 buy 10 X at 105", "3 00:00 sell 10 X at 110"],
    },
    "exits of a stop order wait for the next bar if its bar also reaches the stop-loss": {
      settings: { ...like, cash: 10_000 },
      bars: `100 100 100 100
        100 112 94 111
        108 109 107 108
        94 96 93 95`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 105, stopLoss: 95, takeProfit: 110 }) },
      // The bar opens at 94, beyond the stop.
      fills: ["3 00:00 buy 10 X at 105", "5 00:00 sell 10 X at 94"],
    },
    "exits of a limit order wait for the next bar, and a gap fills at the open": {
      settings: { ...like, cash: 10_000 },
      bars: `100 100 100 100
        96 112 94 111
        115 116 114 115`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 98, stopLoss: 95, takeProfit: 110 }) },
      fills: ["3 00:00 buy 10 X at 96", "4 00:00 sell 10 X at 115"],
    },
    "same-close orders are sized with the next bar's close": {
      settings: { ...like, cash: 1000, fillAt: "same-close" },
      bars: `10 10 10 10
        12 12 12 12`,
      at: { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      fills: ["3 00:00 buy 99 X at 10"],
    },
    "a market order that closes a trade with same-close fills at that close and belongs to its bar": {
      settings: { ...like, cash: 1000, fillAt: "same-close" },
      bars: `10 10 10 10
        12 14 12 14
        20 20 18 18`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10 }), 2: ({ orders }) => orders.close() },
      fills: ["3 00:00 buy 10 X at 10", "4 00:00 sell 10 X at 14"],
    },
    "a stop order with same-close fills at the worse of its stop and the submission's close": {
      settings: { ...like, cash: 1000, fillAt: "same-close" },
      bars: `100 100 100 100
        108 109 107 108
        108 112 108 110`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 1, stop: 105 }),
        2: ({ orders }) => orders.buy({ quantity: 1, stop: 106 }),
      },
      fills: ["3 00:00 buy 1 X at 105", "4 00:00 buy 1 X at 108"],
    },
    "exits are checked against the limit or stop of their entry, not against the market": {
      settings: { ...like, cash: 1000 },
      bars: `100 100 100 100
        98 99 97 98
        98 103 96 97`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 1, limit: 104, stopLoss: 101, takeProfit: 108 });
          orders.buy({ quantity: 1, limit: 104, stopLoss: 105 });
        },
      },
      // When the next bar begins, its open of 98 is beyond the stop-loss.
      fills: ["3 00:00 buy 1 X at 98", "4 00:00 sell 1 X at 98"],
      orders: [
        "buy limit 1: filled",
        "sell limit 1: canceled other_leg",
        "sell stop 1: filled",
        "buy limit 0: rejected wrong_side",
        "sell stop 0: rejected parent_ended",
      ],
    },
    "a bar is processed again for a target that it reaches, even if another order has closed that trade": {
      settings: { ...like, cash: 10_000 },
      bars: `86 87 85 86
        85 86 82 82`,
      at: {
        1: ({ orders }) => {
          orders.sell({ quantity: 2, stop: 84, takeProfit: 83 });
          orders.buy({ quantity: 3, limit: 84.5, stopLoss: 83.5 });
        },
      },
      fills: [
        "3 00:00 sell 2 X at 84",
        "3 00:00 buy 2 X at 84.5",
        "3 00:00 buy 1 X at 84.5",
        "3 00:00 sell 1 X at 83.5",
      ],
    },
    "orders of the last bar fill in it when open trades are finalized": {
      settings: { ...like, cash: 1000, atEnd: "finalize-at-open" },
      bars: `10 10 10 10
        10 10 10 10
        15 20 15 20`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: 5 }),
        3: ({ orders }) => {
          orders.close();
          orders.sell({ quantity: 20 });
        },
      },
      // 20 units sold short at 15 are worth 20 each at the end.
      fills: ["3 00:00 buy 10 X at 10", "4 00:00 sell 10 X at 15", "4 00:00 sell 20 X at 15"],
      cash: 1350,
    },
    "exclusive orders close open trades first": {
      settings: { ...like, cash: 1000, exclusiveOrders: true },
      bars: `10 10 10 10
        10 10 10 10
        20 20 20 20`,
      at: { 1: ({ orders }) => orders.buy({ percent: 1 }), 2: ({ orders }) => orders.sell({ percent: 1 }) },
      fills: ["3 00:00 buy 99 X at 10", "4 00:00 sell 99 X at 20", "4 00:00 sell 99 X at 20"],
    },
    "open trades are finalized at the open of the last bar": {
      settings: { ...like, cash: 1000, atEnd: "finalize-at-open", commission: { model: "percent", rate: 0.01 } },
      bars: `10 10 10 10
        10 10 10 10
        15 20 15 20`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10 }) },
      fills: ["3 00:00 buy 10 X at 10, commission 1", "4 00:00 sell 10 X at 15, commission 1.5"],
      cash: 1047.5,
    },
  });

  test("closes all trades when equity is lost, and leaves no debt", () => {
    const { result, fills } = play(
      barsFrom("100 100 100 100\n100 100 100 100\n95 95 88 88\n90 200 90 200"),
      { 1: ({ orders }) => orders.buy({ quantity: 90 }), 3: ({ orders }) => orders.buy({ percent: 1 }) },
      { ...like, cash: 1000, initialMargin: 0.1 },
    );
    // At the close of 88 equity is 1000 - 90 × 12 = -80.
    expect(fills).toEqual(["3 00:00 buy 90 X at 100", "4 00:00 sell 90 X at 88"]);
    expect([...result.equity.equity]).toEqual([1000, 1000, 0, 0]);
  });

  test("counts the bars of a trade from the close at which it was ordered", () => {
    const { result } = play(
      barsFrom(`100 100 100 100
        100 100 100 100
        100 100 100 100
        100 100 98 100
        100 100 100 100`),
      { 1: ({ orders }) => orders.buy({ quantity: 1, stopLoss: 99 }) },
      { ...like, cash: 1000, fillAt: "same-close" },
    );
    expect(result.trades[0]).toMatchObject({ bars: 3, exitPrice: 99 });
    expect(result.summary["exposure"]).toBe(4 / 5);
  });

  test("rounds average durations up to whole days", () => {
    const { result } = play(
      barsFrom(
        "100 100 100 100\n".repeat(2) + "100 100 90 90\n100 100 100 100\n100 100 90 90\n90 90 90 90\n100 100 100 100",
      ),
      {
        1: ({ orders }) => orders.buy({ quantity: 1 }),
        2: ({ orders }) => orders.sell({ quantity: 2 }),
        4: ({ orders }) => orders.buy({ quantity: 2 }),
      },
      { ...like, cash: 1000 },
    );
    // One trade is long from day 2 to 3, one short from day 3 to 5: a day and a half on average. The peak of 1010 on
    // day 3 is not reached again by day 7.
    expect(result.summary["average-trade-duration"]).toBe(2 * 86_400_000);
    expect(result.summary["average-drawdown-duration"]).toBe(4 * 86_400_000);
  });

  test("gives a partial close at the entry price a profit of exactly zero", () => {
    const { result } = play(
      barsFrom("50.17 50.17 50.17 50.17\n".repeat(4)),
      {
        1: ({ orders }) => orders.buy({ quantity: 95 }),
        2: ({ orders }) => orders.sell({ quantity: 37 }),
        3: ({ orders }) => orders.close(),
      },
      { ...like, cash: 10_000 },
    );
    expect(result.trades.map(({ pnl }) => pnl)).toEqual([0, 0]);
  });

  test("is named in the result as its conventions, with the formulas of its metrics", () => {
    const { result } = play(
      barsFrom("100 100 100 100\n100 100 100 100\n110 110 110 110\n99 99 99 99"),
      { 1: ({ orders }) => orders.buy({ quantity: 100 }) },
      { ...like, cash: 10_000 },
    );
    expect(result.settings.conventions).toBe("backtesting.py");
    expect(result.readsFillBar).toBe(true);
    // Returns are 0, 10 % and -10 %. The mean square of the losses is 0.01 / 3, and the product of the growth factors
    // is 0.99.
    const annual = 0.99 ** (252 / 3) - 1;
    expect(summaryRows(result).find(({ name }) => name === "sortino")?.convention).toMatch(/^backtesting\.py/);
    expect(result.summary["sortino"]).toBeCloseTo(annual / (Math.sqrt(0.01 / 3) * Math.sqrt(252)), 10);
  });
});
