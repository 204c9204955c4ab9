import { backtest, defineStrategy, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import { flatBars } from "../../support/market.ts";
import { scenarios, STILL } from "../../support/scenarios.ts";

// Exits that would end the position as soon as it begins, known when the order is given.

const bars = `${STILL}100 100 100 100`;
const margin = { account: "margin" } as const;

describe("an order is refused, and its exits with it, when at its price", () => {
  const refused = (name: string) => [`${name}: rejected wrong_side`, expect.stringContaining("rejected parent_ended")];
  scenarios({
    "the loss of a purchase lies above": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stopLoss: 101 }) },
      fills: [],
      orders: refused("buy market 0"),
    },
    "the loss of a purchase lies on the very price": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stopLoss: 100 }) },
      fills: [],
      orders: refused("buy market 0"),
    },
    "the profit of a purchase lies below": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, takeProfit: 99 }) },
      fills: [],
      orders: refused("buy market 0"),
    },
    "the loss of a short sale lies below": {
      bars,
      at: { 1: ({ orders }) => orders.sell({ quantity: 1, stopLoss: 99 }) },
      settings: margin,
      fills: [],
      orders: refused("sell market 0"),
    },
    "the loss of a limit order lies above the limit, though below the last price": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, limit: 95, stopLoss: 96 }) },
      fills: [],
      orders: refused("buy limit 0"),
    },
    "the profit of a stop order lies below the stop, though above the last price": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stop: 105, takeProfit: 104 }) },
      fills: [],
      orders: refused("buy stop 0"),
    },
  });
});

describe("an order is taken", () => {
  scenarios({
    "when its exits lie on their sides of a limit beyond the last price, which fills at the last": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, limit: 110, takeProfit: 105, stopLoss: 95 }) },
      fills: ["3 00:00 buy 1 X at 100"],
    },
    "when its loss trails: a distance has no side": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stopLoss: { trail: 200 } }) },
      fills: ["2 00:00 buy 1 X at 100"],
    },
    "when a gap after it was given takes the price beyond its loss, which then fills at once": {
      bars: "100 100 100 100\n90 90 90 90\n90 90 90 90",
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stopLoss: 95 }) },
      fills: ["2 00:00 buy 1 X at 90", "3 00:00 sell 1 X at 90"],
    },
  });
});

describe("a size by risk is refused when its stop lies where no loss is", () => {
  scenarios({
    "above a purchase": {
      bars,
      at: { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 105 }) },
      fills: [],
      orders: ["buy market 0: rejected wrong_side"],
    },
    "below a short sale": {
      bars,
      at: { 1: ({ orders }) => orders.sell({ risk: 0.01, stopPrice: 95 }) },
      settings: margin,
      fills: [],
      orders: ["sell market 0: rejected wrong_side"],
    },
    "above a purchase that turns what is short": {
      bars,
      at: {
        1: ({ orders }) => orders.sell({ quantity: 10 }),
        2: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 105 }),
      },
      settings: margin,
      fills: ["2 00:00 sell 10 X at 100"],
      orders: ["sell market 10: filled", "buy market 0: rejected wrong_side"],
    },
    "but not above one that only makes it smaller": {
      bars,
      at: {
        1: ({ orders }) => orders.sell({ quantity: 300 }),
        2: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 105 }),
      },
      settings: margin,
      fills: ["2 00:00 sell 300 X at 100", "3 00:00 buy 200 X at 100"],
    },
    "and taken where one is: 1 % of 100,000 over 5": {
      bars,
      at: { 1: ({ orders }) => orders.sell({ risk: 0.01, stopPrice: 105 }) },
      settings: margin,
      fills: ["2 00:00 sell 200 X at 100"],
    },
  });
});

describe("two exits of which the profit lies on the side of the loss", () => {
  scenarios({
    "are both refused": {
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

describe("what is no share of equity or price throws", () => {
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
  ])("%o", (order, message) => expect(buys(order)).toThrow(message));

  test("but an account that lends fifty times its equity gives fifty times", () => {
    const lent = { account: "margin", initialMargin: 0.02, maintenanceMargin: 0.01 };
    expect(buys({ percent: 50 }, lent)().fills[0]?.quantity).toBe(50_000);
    expect(buys({ percent: 51 }, lent)).toThrow("at most 50");
  });

  test("weights of a target too", () => {
    const aims = defineStrategy({ name: "aims", onBar: ({ orders }) => void orders.target({ X: 60 }) });
    expect(() => backtest(aims, marketOf({ X: flatBars([100, 100, 100]) }))).toThrow(
      "the weight of X must be a share of equity of at most 4, 0.6 for sixty percent, was 60",
    );
  });
});
