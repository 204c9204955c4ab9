import { describe } from "vitest";
import { scenarios } from "../../support/scenarios.ts";

const like = { conventions: "lean", cash: 100_000 } as const;

/**
 * Expected values are worked out by hand from LEAN's rules for daily bars of stocks, with the commission of Interactive
 * Brokers. LEAN processes a bar when it is complete, so the bar of line 2 fills at its end, `3 00:00`.
 */
describe("lean", () => {
  scenarios({
    "a full-equity buy is 99.75 % less the commission, sized at the close of submission": {
      settings: like,
      bars: "144.8 144.8 144.8 144.8\n146 147 145 146",
      at: { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      // 99750 buys 688 shares at 144.8; 688 × 144.8 + 3.44 is within 99750.
      fills: ["3 00:00 buy 688 X at 146, commission 3.44"],
      cash: -451.44,
    },
    "a target is one share less where the commission does not fit": {
      settings: like,
      bars: "99.75 99.75 99.75 99.75\n99.75 99.75 99.75 99.75",
      at: { 1: ({ orders }) => orders.target({ X: 1 }) },
      // 1000 × 99.75 = 99750 would fit, but 5 is kept for the commission.
      fills: ["3 00:00 buy 999 X at 99.75, commission 4.995"],
    },
    "a half-equity buy is half of equity after the commission": {
      settings: like,
      bars: "99.75 99.75 99.75 99.75\n99.75 99.75 99.75 99.75",
      at: { 1: ({ orders }) => orders.buy({ percent: 0.5 }) },
      // 500 × 99.75 = 49875 is more than half of 0.9975 × (100000 - 2.5).
      fills: ["3 00:00 buy 499 X at 99.75, commission 2.495"],
    },
    "one order reverses from long to short": {
      settings: like,
      bars: "100 100 100 100\n".repeat(3),
      at: { 1: ({ orders }) => orders.target({ X: 1 }), 2: ({ orders }) => orders.target({ X: -1 }) },
      fills: [
        // 997 × 100 is within 0.9975 × (100000 - 4.985).
        "3 00:00 buy 997 X at 100, commission 4.985",
        // (99995.015 - 9.97) × 0.9975 = 99735.08 covers 997 × 100.
        "4 00:00 sell 1994 X at 100, commission 9.97",
      ],
    },
    "a target change of less than a thousandth of margin gives no order": {
      settings: like,
      bars: "100 100 100 100\n100 100 100 100\n100.1 100.1 100.1 100.1\n100 100 100 100",
      at: { 1: ({ orders }) => orders.target({ X: 0.5 }), 3: ({ orders }) => orders.target({ X: 0.5 }) },
      fills: ["3 00:00 buy 498 X at 100, commission 2.49"],
    },
    "the cash buffer of a target is a share of equity after the commission": {
      settings: like,
      bars: "49874.501 49874.501 49874.501 49874.501\n".repeat(2),
      at: { 1: ({ orders }) => orders.target({ X: 1 }) },
      // The order of 99749.002 is within 0.9975 × (100000 - 1) = 99749.0025. It would exceed 99750 - 1.
      fills: ["3 00:00 buy 2 X at 49874.501, commission 1"],
    },
    "the cash buffer of a percent order is a share of equity after the commission": {
      settings: like,
      bars: "49874.501 49874.501 49874.501 49874.501\n".repeat(2),
      at: { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      fills: ["3 00:00 buy 2 X at 49874.501, commission 1"],
    },
    "a small order pays the minimum commission, a cheap one at most half a percent": {
      settings: like,
      bars: "1 1 1 1\n1 1 1 1\n0.5 0.5 0.5 0.5",
      at: { 1: ({ orders }) => orders.buy({ quantity: 100 }), 2: ({ orders }) => orders.buy({ quantity: 1000 }) },
      fills: ["3 00:00 buy 100 X at 1, commission 1", "4 00:00 buy 1000 X at 0.5, commission 2.5"],
    },
    "a market-on-close order is processed in sequence with the others": {
      settings: like,
      bars: "100 100 100 100\n100 100 100 100\n100 105 100 105",
      at: {
        1: ({ orders }) => orders.buy({ quantity: 60 }),
        2: ({ orders }) => {
          orders.sell({ quantity: 20, timeInForce: "cls" });
          orders.sell({ quantity: 30 });
        },
      },
      fills: [
        "3 00:00 buy 60 X at 100, commission 1",
        "4 00:00 sell 20 X at 105, commission 1",
        "4 00:00 sell 30 X at 100, commission 1",
      ],
    },
    "a market-on-close order is paid at that close or canceled": {
      settings: { ...like, cash: 10_000, initialMargin: 1 },
      bars: "100 100 100 100\n100 110 100 110",
      at: { 1: ({ orders }) => orders.buy({ quantity: 95, timeInForce: "cls" }) },
      fills: [],
      orders: ["buy market 95: canceled insufficient_funds"],
    },
    "a limit order fills when the price goes through its limit": {
      settings: like,
      bars: `100 100 100 100
        99 100 95 99
        99 100 94 99`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 400, limit: 95 }) },
      fills: ["4 00:00 buy 400 X at 95, commission 2"],
    },
    "a stop-limit order fills at its limit or the high, if lower, when a bar closes below the limit": {
      settings: like,
      bars: `100 100 100 100
        100 106 100 104
        104 107 103 103`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 400, stop: 105, limit: 107 });
          orders.buy({ quantity: 400, stop: 105, limit: 104 });
        },
      },
      // The second order does not fill at the close of 104, its limit, but at the next close of 103.
      fills: ["3 00:00 buy 400 X at 106, commission 2", "4 00:00 buy 400 X at 104, commission 2"],
    },
    "an order beyond twice the equity is rejected when it is submitted": {
      settings: like,
      bars: "100 100 100 100\n100 100 100 100",
      at: { 1: ({ orders }) => orders.buy({ quantity: 2000 }) },
      fills: [],
      orders: ["buy market 2000: rejected insufficient_funds"],
    },
    "each order is checked by itself, since open orders reserve nothing": {
      settings: like,
      bars: `100 100 100 100
        100 100 94 100`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 1900, limit: 95 });
          orders.buy({ quantity: 1900, limit: 90 });
        },
      },
      // Half of 190000, with a commission of 9.5, is within 100000 for each order. After the first fill only 14490.5 is
      // left for the second.
      fills: ["3 00:00 buy 1900 X at 95, commission 9.5"],
      orders: ["buy limit 1900: filled", "buy limit 1900: canceled insufficient_funds"],
    },
    "margin is checked again at the close of the bar that fills, which may cancel the order": {
      settings: { ...like, initialMargin: 1 },
      bars: "144.8 144.8 144.8 144.8\n144.8 147 144.8 146",
      at: { 1: ({ orders }) => orders.target({ X: 1 }) },
      // At the close of 146 the order needs 688 × 146 + 3.44 = 100451.44, more than cash, although it would fill at
      // 144.8.
      fills: [],
      orders: ["buy market 688: canceled insufficient_funds"],
    },
    "the check at that close may accept an order whose fill makes cash negative": {
      settings: { ...like, initialMargin: 1 },
      bars: "144.8 144.8 144.8 144.8\n146 147 145 145",
      at: { 1: ({ orders }) => orders.target({ X: 1 }) },
      // At the close of 145 the order needs 688 × 145 + 3.44 = 99763.44, within cash.
      fills: ["3 00:00 buy 688 X at 146, commission 3.44"],
      cash: -451.44,
    },
    "a resting order is canceled once margin no longer covers it, even if its limit is not reached": {
      settings: like,
      bars: `100 100 100 100
        100 100 100 100
        100 100 88 90
        90 90 75 90`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 1500 });
          orders.buy({ quantity: 450, limit: 80 });
          orders.buy({ quantity: 350, limit: 80 });
        },
      },
      // At 100 the first fill leaves 99992.5 - 75000 of margin, and 22502.25 is needed. At 90 it leaves 84992.5 -
      // 67500, and 20252.25 and 15751.75 are needed.
      fills: ["3 00:00 buy 1500 X at 100, commission 7.5", "5 00:00 buy 350 X at 80, commission 1.75"],
      orders: ["buy market 1500: filled", "buy limit 450: canceled insufficient_funds", "buy limit 350: filled"],
    },
    "orders use up margin in the order of submission": {
      settings: like,
      bars: `100 100 100 100
        100 104 99 100
        100 104 95 100`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 1500, stop: 103 });
          orders.buy({ quantity: 900, limit: 99.5 });
        },
      },
      // The stop fills 1500 at 103. Then 20492.5 of 95492.5 is left when the limit order is processed.
      fills: ["3 00:00 buy 1500 X at 103, commission 7.5"],
      orders: ["buy stop 1500: filled", "buy limit 900: canceled insufficient_funds"],
    },
    "a loss of all margin liquidates nothing, since the exchange is closed when a daily bar arrives": {
      settings: like,
      bars: "100 100 100 100\n100 100 100 100\n60 60 52 55\n55 60 55 60",
      at: { 1: ({ orders }) => orders.buy({ quantity: 1900 }) },
      fills: ["3 00:00 buy 1900 X at 100, commission 9.5"],
    },
    "a trailing stop fills at its stop, or at the close if that is worse, and never at the open": {
      settings: like,
      bars: `100 100 100 100
        100 110 99 108
        108 108 103 104
        103 107 103 106`,
      at: {
        1: ({ orders }) => {
          orders.sell({ quantity: 200, trail: 5 });
          orders.sell({ quantity: 200, trail: 6 });
        },
      },
      // From the high of 110 the stops are at 105 and 104. The third bar closes at 104. The first order fills at that
      // worse price, the second at its stop.
      fills: ["4 00:00 sell 200 X at 104, commission 1", "4 00:00 sell 200 X at 104, commission 1"],
    },
    "a bar that opens below a trailing stop and returns fills it at the stop": {
      settings: like,
      bars: "100 100 100 100\n90 97 89 97",
      at: { 1: ({ orders }) => orders.sell({ quantity: 200, trail: 5 }) },
      fills: ["3 00:00 sell 200 X at 95, commission 1"],
    },
    "a trailPercent buy stop follows only once the price is p / (1 - p) of the stop below it": {
      settings: like,
      bars: `100 100 100 100
        100 101 99.5 99.5
        99.5 109.8 99 99.5
        99.5 99.5 97.5 98
        98 107.3 98 99`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 200, trailPercent: 0.1 }) },
      // The stop at 110 follows only a price below 110 - 110 / 9 = 97.78, so not 99.5 or 99, but 97.5, to 107.25.
      fills: ["6 00:00 buy 200 X at 107.25, commission 1"],
    },
    "a target ignores what an open market order will do": {
      settings: like,
      bars: "100 100 100 100\n".repeat(4),
      at: {
        1: ({ orders }) => orders.target({ X: 1 }),
        2: ({ orders }) => {
          orders.close();
          orders.target({ X: -0.5 });
        },
        3: ({ orders }) => {
          orders.buy({ quantity: 100 });
          orders.target({ X: -0.5 });
        },
      },
      fills: [
        "3 00:00 buy 997 X at 100, commission 4.985",
        "4 00:00 sell 997 X at 100, commission 4.985",
        // Half of 0.9975 × (99995.015 - 7.475) gives a position of -498, after close() sells 997.
        "4 00:00 sell 498 X at 100, commission 2.49",
        "5 00:00 buy 100 X at 100, commission 1",
        // The target equals the position before the pending order, so the new order reverses that order.
        "5 00:00 sell 100 X at 100, commission 1",
      ],
    },
    "a target change of less than a thousandth gives an order when no margin is left": {
      settings: like,
      bars: "100 100 100 100\n100 100 100 100\n80 80 80 80\n80 80 80 80",
      at: { 1: ({ orders }) => orders.buy({ quantity: 1900 }), 3: ({ orders }) => orders.target({ X: 2.458 }) },
      // Equity is 61990.5, with 76000 of margin used. The target of 2.458 × 0.9975 × 61990.5 = 151991.7 is 8.3 below
      // the position's value.
      fills: ["3 00:00 buy 1900 X at 100, commission 9.5", "5 00:00 sell 1 X at 80, commission 1"],
    },
  });
});
