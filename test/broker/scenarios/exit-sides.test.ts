import { backtest, defineStrategy, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import { flatBars } from "../../support/market.ts";
import { scenarios, STILL } from "../../support/scenarios.ts";

// Bars at a constant price. Exits on the wrong side of it would close a position at once, so orders with them are
// rejected when submitted.

const bars = `${STILL}100 100 100 100`;
const margin = { account: "margin" } as const;

describe("an order and its exits are rejected when, at the order's price,", () => {
  const refused = (name: string) => [`${name}: rejected wrong_side`, expect.stringContaining("rejected parent_ended")];
  scenarios({
    "the stop-loss of a buy is above": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stopLoss: 101 }) },
      fills: [],
      orders: refused("buy market 0"),
    },
    "the stop-loss of a buy is at the price itself": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stopLoss: 100 }) },
      fills: [],
      orders: refused("buy market 0"),
    },
    "the target of a buy is below": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, takeProfit: 99 }) },
      fills: [],
      orders: refused("buy market 0"),
    },
    "the stop-loss of a short sale is below": {
      bars,
      at: { 1: ({ orders }) => orders.sell({ quantity: 1, stopLoss: 99 }) },
      settings: margin,
      fills: [],
      orders: refused("sell market 0"),
    },
    "the stop-loss of a limit buy is above the limit, though below the last price": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, limit: 95, stopLoss: 96 }) },
      fills: [],
      orders: refused("buy limit 0"),
    },
    "the target of a stop buy is below the stop, though above the last price": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stop: 105, takeProfit: 104 }) },
      fills: [],
      orders: refused("buy stop 0"),
    },
  });
});

describe("an order is accepted", () => {
  scenarios({
    "when its exits bracket the last price, at which a limit above the market fills": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, limit: 110, takeProfit: 105, stopLoss: 95 }) },
      fills: ["3 00:00 buy 1 X at 100"],
    },
    "when its stop-loss trails, since a distance is on no side": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stopLoss: { trail: 200 } }) },
      fills: ["2 00:00 buy 1 X at 100"],
    },
    "when only a later gap takes the price beyond its stop-loss, which then fills at once": {
      bars: "100 100 100 100\n90 90 90 90\n90 90 90 90",
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stopLoss: 95 }) },
      fills: ["2 00:00 buy 1 X at 90", "3 00:00 sell 1 X at 90"],
    },
  });
});

describe("an order sized by risk", () => {
  scenarios({
    "is rejected when a buy has its stop price above": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 105 }) },
      fills: [],
      orders: ["buy market 0: rejected wrong_side"],
    },
    "is rejected when a short sale has its stop price below": {
      bars,
      at: { 1: ({ orders }) => orders.sell({ risk: 0.01, stopPrice: 95 }) },
      settings: margin,
      fills: [],
      orders: ["sell market 0: rejected wrong_side"],
    },
    "is rejected when a buy that reverses a short position has its stop price above": {
      bars,
      at: {
        1: ({ orders }) => orders.sell({ quantity: 10 }),
        2: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 105 }),
      },
      settings: margin,
      fills: ["2 00:00 sell 10 X at 100"],
      orders: ["sell market 10: filled", "buy market 0: rejected wrong_side"],
    },
    "is accepted when a buy that only reduces a short position has its stop price above": {
      bars,
      at: {
        1: ({ orders }) => orders.sell({ quantity: 300 }),
        2: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 105 }),
      },
      settings: margin,
      fills: ["2 00:00 sell 300 X at 100", "3 00:00 buy 200 X at 100"],
    },
    "is sized by 1 % of 100,000 over a distance of 5 when a short sale has its stop price above": {
      bars,
      at: { 1: ({ orders }) => orders.sell({ risk: 0.01, stopPrice: 105 }) },
      settings: margin,
      fills: ["2 00:00 sell 200 X at 100"],
    },
  });
});

describe("OCO exits whose target is on the side of the stop-loss", () => {
  scenarios({
    "are both rejected": {
      bars,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 1 }),
        2: ({ orders }) => orders.oco({ takeProfit: 95, stopLoss: 96 }),
      },
      fills: ["2 00:00 buy 1 X at 100"],
      orders: ["buy market 1: filled", "sell limit 0: rejected wrong_side", "sell stop 1: rejected other_leg"],
    },
  });
});

describe("invalid shares of equity and price", () => {
  const buys =
    (order: object, settings = {}) =>
    () =>
      backtest(
        defineStrategy({ name: "buys", onBar: ({ orders }) => void orders.buy(order as { quantity: number }) }),
        marketOf({ X: flatBars([100, 100, 100]) }),
        { ...settings },
      );
  test.each([
    [{ percent: 95 }, "percent must be a share of equity of at most 4, 0.05 for five percent, was 95"],
    [{ risk: 2, stopPrice: 90 }, "risk must be a share of equity of at most 1, 0.05 for five percent, was 2"],
    [
      { quantity: 1, trailPercent: 1 },
      "trailPercent must be a share of the price below 1, 0.05 for five percent, was 1",
    ],
    [{ quantity: 1, stopLoss: { trailPercent: 5 } }, "trailPercent must be a share of the price below 1"],
  ])("throw an error for the order %o", (order, message) => expect(buys(order)).toThrow(message));

  test("depend on the account: an initial margin of 2 % allows fifty times the equity", () => {
    const lent = { account: "margin", initialMargin: 0.02, maintenanceMargin: 0.01 };
    expect(buys({ percent: 50 }, lent)().fills[0]?.quantity).toBe(50_000);
    expect(buys({ percent: 51 }, lent)).toThrow("at most 50");
  });

  test("throw an error as weights of target()", () => {
    const aims = defineStrategy({ name: "aims", onBar: ({ orders }) => void orders.target({ X: 60 }) });
    expect(() => backtest(aims, marketOf({ X: flatBars([100, 100, 100]) }))).toThrow(
      "the weight of X must be a share of equity of at most 4, 0.6 for sixty percent, was 60",
    );
  });
});
