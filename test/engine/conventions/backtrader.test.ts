import { describe } from "vitest";
import { scenarios } from "../../support/scenarios.ts";

const like = { conventions: "backtrader", cash: 1000 } as const;
const FLAT = "100 100 100 100\n".repeat(4);

/**
 * Expected values are worked out by hand from the rules of backtrader's broker, for stocks paid in full. A fill is
 * recorded when its bar closes.
 */
describe("backtrader", () => {
  scenarios({
    "orders of one close are checked with the cash left by earlier ones, including rejected ones": {
      settings: like,
      bars: FLAT,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 6 });
          // Cash of 1000 - 600 - 500 = -100 also counts for the next order, although this one is rejected.
          orders.buy({ quantity: 5 });
          orders.buy({ quantity: 1 });
        },
      },
      fills: ["3 00:00 buy 6 X at 100"],
      orders: [
        "buy market 6: filled",
        "buy market 5: rejected insufficient_funds",
        "buy market 1: rejected insufficient_funds",
      ],
    },
    "an order whose price has risen beyond cash is canceled": {
      settings: like,
      bars: "100 100 100 100\n120 120 120 120",
      at: { 1: ({ orders }) => orders.buy({ quantity: 9 }) },
      fills: [],
      orders: ["buy market 9: canceled insufficient_funds"],
    },
    "a reversal is one fill, and proceeds of the short sale are cash": {
      settings: { ...like, commission: { model: "percent", rate: 0.01 } },
      bars: FLAT,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5 }),
        2: ({ orders }) => orders.sell({ quantity: 10 }),
        // Cash of 500 - 5 + 1000 - 10 = 1485 pays for fourteen units at 101.
        3: ({ orders }) => orders.buy({ quantity: 14 }),
      },
      fills: [
        "3 00:00 buy 5 X at 100, commission 5",
        "4 00:00 sell 10 X at 100, commission 10",
        "5 00:00 buy 14 X at 100, commission 14",
      ],
      cash: 71,
    },
    "a reversal that cash does not cover fills only its closing part": {
      settings: like,
      bars: `100 100 100 100
        100 100 100 100
        130 130 130 130`,
      at: {
        1: ({ orders }) => orders.sell({ quantity: 5 }),
        // Cash of 1500 covers fifteen units at the close of 100, but not at the open of 130.
        2: ({ orders }) => orders.buy({ quantity: 15 }),
      },
      fills: ["3 00:00 sell 5 X at 100", "4 00:00 buy 5 X at 130"],
      orders: ["sell market 5: filled", "buy market 15: canceled insufficient_funds, 5 filled"],
      cash: 850,
    },
    "a limit order is checked at its limit, and fills at an open beyond it": {
      settings: like,
      bars: "100 100 100 100\n90 100 88 95",
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 95 }) },
      fills: ["3 00:00 buy 10 X at 90"],
      cash: 100,
    },
    "a stop-limit order waits when its bar rises to its close, even below the limit": {
      settings: like,
      bars: `100 100 100 100
        100 106 100 101
        101 101 101 101`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 5, stop: 105, limit: 102 }) },
      fills: ["4 00:00 buy 5 X at 101"],
    },
    "a stop-limit order fills at its limit when the bar falls to its close": {
      settings: like,
      bars: `100 100 100 100
        100 106 98 99
        99 99 99 99`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 5, stop: 105, limit: 102 }) },
      fills: ["3 00:00 buy 5 X at 102"],
    },
    "exits work from the bar after the entry": {
      settings: like,
      bars: `100 100 100 100
        100 120 80 100
        100 112 100 111`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 5, stopLoss: 90, takeProfit: 110 }) },
      fills: ["3 00:00 buy 5 X at 100", "4 00:00 sell 5 X at 110"],
    },
    "a target orders the missing value in whole shares": {
      settings: like,
      bars: `100 100 100 100
        100 100 100 100
        110 110 110 110
        110 110 110 110`,
      at: {
        // 555 buys 5 units at 100.
        1: ({ orders }) => orders.target({ X: 0.555 }),
        // Equity is 1050. The target is 0.9 × 1050, of which 550 is held: the difference buys 3 units at 110.
        3: ({ orders }) => orders.target({ X: 0.9 }),
      },
      fills: ["3 00:00 buy 5 X at 100", "5 00:00 buy 3 X at 110"],
    },
  });
});
