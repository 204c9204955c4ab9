import { describe } from "vitest";
import { flatBars } from "../../support/market.ts";
import type { Script } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

/** Equity of 1000, an initial margin of half and a maintenance margin of a quarter allow an exposure of 2000, long or short. */
const settings = { cash: 1000, account: "margin" } as const;
const still = "100 100 100 100\n";
const buy = (quantity: number): Script => ({ 1: ({ orders }) => orders.buy({ quantity }) });
const sell = (quantity: number): Script => ({ 1: ({ orders }) => orders.sell({ quantity }) });

describe("opening positions in a margin account", () => {
  scenarios({
    "twenty units at 100 are accepted: half of 2000 is the equity": {
      bars: still + still,
      at: buy(20),
      settings,
      fills: ["2 00:00 buy 20 X at 100"],
      cash: -1000,
    },
    "the rest of 200 units after 196.36 is accepted, to the last hundredth": {
      bars: still + still + still,
      at: { 1: ({ orders }) => orders.buy({ quantity: 196.36 }), 2: ({ orders }) => orders.buy({ quantity: 3.64 }) },
      settings: { ...settings, cash: 10_000 },
      instrument: { lot: 0.01 },
      fills: ["2 00:00 buy 196.36 X at 100", "3 00:00 buy 3.64 X at 100"],
    },
    "twenty-one units are rejected": {
      bars: still + still,
      at: buy(21),
      settings,
      fills: [],
      orders: ["buy market 21: rejected insufficient_funds"],
    },
    "twenty units are accepted as a short sale": {
      bars: still + still,
      at: sell(20),
      settings,
      fills: ["2 00:00 sell 20 X at 100"],
      cash: 3000,
    },
    "twenty-one units are rejected as a short sale": {
      bars: still + still,
      at: sell(21),
      settings,
      fills: [],
      orders: ["sell market 21: rejected insufficient_funds"],
    },
    "a commission reduces the quantity accepted by one": {
      bars: still + still,
      at: { 1: ({ orders }) => [orders.buy({ quantity: 20 }), orders.buy({ quantity: 19 })] },
      settings: { ...settings, commission: { model: "per-order", amount: 1 } },
      fills: ["2 00:00 buy 19 X at 100, commission 1"],
    },
    "two orders at one close are checked together": {
      bars: still + still,
      at: {
        1: ({ orders }) => [orders.buy({ quantity: 15 }), orders.buy({ quantity: 6 }), orders.buy({ quantity: 5 })],
      },
      settings,
      fills: ["2 00:00 buy 15 X at 100", "2 00:00 buy 5 X at 100"],
    },
    "a share of equity above the limit is cut to twice the equity": {
      bars: still + still,
      at: { 1: ({ orders }) => orders.buy({ percent: 3 }) },
      settings,
      fills: ["2 00:00 buy 20 X at 100"],
    },
    "an initial margin of 1 allows no credit": {
      bars: still + still,
      at: { 1: ({ orders }) => [orders.buy({ quantity: 11 }), orders.buy({ quantity: 10 })] },
      settings: { ...settings, initialMargin: 1 },
      fills: ["2 00:00 buy 10 X at 100"],
    },
  });
});

describe("shortCash in a margin account", () => {
  // At the open of 110, equity of 1000 covers eighteen units, which need 0.5 × 18 × 110 = 990. Nineteen would need
  // 1045.
  const bars = `${still}110 110 110 110`;
  scenarios({
    "reduce: eighteen": {
      bars,
      at: buy(20),
      settings,
      fills: ["2 00:00 buy 18 X at 110"],
      orders: ["buy market 20: canceled insufficient_funds, 18 filled"],
    },
    "reject: none": { bars, at: buy(20), settings: { ...settings, shortCash: "reject" }, fills: [] },
    "allow-negative: all twenty": {
      bars,
      at: buy(20),
      settings: { ...settings, shortCash: "allow-negative" },
      fills: ["2 00:00 buy 20 X at 110"],
      cash: -1200,
    },
    "a short sale at the same open is reduced too: 0.5 × 20 × 110": {
      bars,
      at: sell(20),
      settings,
      fills: ["2 00:00 sell 18 X at 110"],
    },
  });
});

describe("reversing and reducing positions in a margin account", () => {
  const tenLong = buy(10);
  scenarios({
    "a sale of more than the position opens a short position with the rest, in one fill": {
      bars: still + still + still,
      at: { ...tenLong, 2: ({ orders }) => orders.sell({ quantity: 30 }) },
      settings,
      fills: ["2 00:00 buy 10 X at 100", "3 00:00 sell 30 X at 100"],
      cash: 3000,
    },
    "a short position earns as the price falls: ten units from 100 to 90": {
      bars: `${still}100 100 100 100\n90 90 90 90`,
      at: { ...sell(10), 2: ({ orders }) => orders.close() },
      settings,
      fills: ["2 00:00 sell 10 X at 100", "3 00:00 buy 10 X at 90"],
      cash: 1100,
    },
    "a reduce-only order is cut to the position": {
      bars: still + still + still,
      at: { ...tenLong, 2: ({ orders }) => orders.sell({ quantity: 30, reduceOnly: true }) },
      settings,
      fills: ["2 00:00 buy 10 X at 100", "3 00:00 sell 10 X at 100"],
    },
    "a reduce-only order without a position is rejected": {
      bars: still + still,
      at: { 1: ({ orders }) => orders.sell({ quantity: 1, reduceOnly: true }) },
      settings,
      fills: [],
      orders: ["sell market 1: rejected insufficient_position"],
    },
    "the stop-loss of a bracket is canceled when another order closes the position": {
      bars: `${still}100 100 100 100\n100 101 99 100\n100 100 90 91`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, stopLoss: 95 }),
        2: ({ orders }) => orders.sell({ quantity: 10 }),
      },
      settings,
      fills: ["2 00:00 buy 10 X at 100", "3 00:00 sell 10 X at 100"],
      orders: ["buy market 10: filled", "sell stop 10: canceled position_closed", "sell market 10: filled"],
    },
    "an order that reduces a position passes the margin check at any equity": {
      // At 60 equity is 20 × 60 − 1000 = 200, which covers an exposure of 400. The sale of ten is accepted, as it
      // reduces the position.
      bars: `${still}100 100 100 100\n60 60 60 60`,
      at: { ...buy(20), 2: ({ orders }) => orders.sell({ quantity: 10 }) },
      settings,
      fills: ["2 00:00 buy 20 X at 100", "3 00:00 sell 10 X at 60"],
      cash: -400,
    },
  });
});

// Margin calls at bar closes. Those inside bars are tested in test/broker/in-bar-margin-calls.test.ts.
describe("maintenance margin at closes", () => {
  const atClose = { ...settings, marginCalls: "at-close" } as const;
  scenarios({
    "is met at 67: equity is 340, a quarter of 1340 is 335": {
      bars: flatBars([100, 100, 67, 67]),
      at: buy(20),
      settings: atClose,
      fills: ["2 00:00 buy 20 X at 100"],
    },
    "is not met at 66: equity is 320, a quarter of 1320 is 330; all is sold at the next open": {
      bars: flatBars([100, 100, 66, 60]),
      at: { ...buy(20), 2: ({ orders }) => orders.sell({ quantity: 20, limit: 120, timeInForce: "gtc" }) },
      settings: atClose,
      fills: ["2 00:00 buy 20 X at 100", "4 00:00 sell 20 X at 60"],
      orders: ["buy market 20: filled", "sell limit 20: canceled margin_call", "sell market 20: filled"],
      cash: 200,
    },
    "does not sell at the close that caused the call, even with fillAt same-close": {
      bars: flatBars([100, 66, 60]),
      at: { 1: ({ orders }) => orders.buy({ quantity: 20 }) },
      settings: { ...atClose, fillAt: "same-close" },
      fills: ["2 00:00 buy 20 X at 100", "3 00:00 sell 20 X at 60"],
      cash: 200,
    },
    "of a short position is not met at 160: equity is 3000 − 3200, and the position is bought back": {
      bars: flatBars([100, 100, 160, 150]),
      at: sell(20),
      settings: atClose,
      fills: ["2 00:00 sell 20 X at 100", "4 00:00 buy 20 X at 150"],
      cash: 0,
    },
    "liquidates the largest position first, and only as much as necessary": {
      // Fifteen A and five B at 65 are worth 1300. Equity of 300 is below a quarter of that. After the sale of A it
      // covers a quarter of 325.
      bars: { A: flatBars([100, 100, 65, 60]), B: flatBars([100, 100, 65, 60]) },
      at: { 1: ({ at }) => [at("A").orders.buy({ quantity: 15 }), at("B").orders.buy({ quantity: 5 })] },
      settings: atClose,
      fills: ["2 00:00 buy 15 A at 100", "2 00:00 buy 5 B at 100", "4 00:00 sell 15 A at 60"],
    },
  });
});

describe("daily interest and borrow fees", () => {
  // An interest rate of 36.5 percent a year is a thousandth a day.
  scenarios({
    "debitRate: a thousand borrowed costs 1.00 on the first day, and 1.00 on 1001 on the second": {
      bars: flatBars([100, 100, 100]),
      at: buy(20),
      settings: { ...settings, debitRate: 0.365 },
      fills: ["2 00:00 buy 20 X at 100"],
      cash: -1002,
    },
    "creditRate: a thousand of idle cash earns 1.00 a day": {
      bars: flatBars([100, 100]),
      at: {},
      settings: { ...settings, creditRate: 0.365 },
      fills: [],
      cash: 1001,
    },
    "creditRate: three calendar days are booked together across days without a bar": {
      bars: "100 100 100 100\n-\n-\n100 100 100 100",
      at: {},
      settings: { ...settings, creditRate: 0.365 },
      fills: [],
      cash: 1003,
    },
    "borrowRate: ten units sold short at 100 and worth 1200 at the close cost 1.20": {
      bars: "100 100 100 100\n100 120 100 120",
      at: sell(10),
      settings: { ...settings, borrowRate: 0.365 },
      fills: ["2 00:00 sell 10 X at 100"],
      cash: 1998.8,
    },
    "borrowRate: a long position pays no fee": {
      bars: flatBars([100, 100, 100]),
      at: buy(10),
      settings: { ...settings, borrowRate: 0.365 },
      fills: ["2 00:00 buy 10 X at 100"],
      cash: 0,
    },
  });
});
