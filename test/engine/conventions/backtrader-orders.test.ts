import { describe } from "vitest";
import { barsFrom } from "../../support/market.ts";
import { scenarios } from "../../support/scenarios.ts";

const like = { conventions: "backtrader", cash: 1000 } as const;
const FLAT = "100 100 100 100\n".repeat(4);

/**
 * Expected values are worked out by hand from the rules of backtrader's broker: order queue, brackets, trailing stops
 * and OCO pairs.
 */
describe("the order queue of backtrader", () => {
  scenarios({
    "runs when a bar closes, so a sale inside the bar pays for a later order at its open": {
      settings: like,
      bars: `100 100 100 100
        100 100 100 100
        100 110 100 105
        105 105 105 105`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 9 }),
        2: ({ orders }) => {
          orders.sell({ quantity: 9, limit: 110 });
          orders.buy({ quantity: 9 });
        },
      },
      // At submission the sale counts as 990: 100 + 990 covers 900. In the bar the sale fills first, and 1090 covers
      // 900.
      fills: ["3 00:00 buy 9 X at 100", "4 00:00 sell 9 X at 110", "4 00:00 buy 9 X at 100"],
      cash: 190,
    },
    "is shared by all symbols": {
      settings: like,
      bars: { X: barsFrom(FLAT), Y: barsFrom(FLAT) },
      at: {
        1: ({ orders }) => orders.buy({ quantity: 9 }),
        // The second buy of X follows that of Y, which leaves only 100 of 1000.
        2: ({ orders, at }) => {
          orders.close();
          at("Y").orders.buy({ quantity: 9 });
          orders.buy({ quantity: 1 });
        },
      },
      fills: ["3 00:00 buy 9 X at 100", "4 00:00 sell 9 X at 100", "4 00:00 buy 9 Y at 100", "4 00:00 buy 1 X at 100"],
      cash: 0,
    },
    "processes orders for the close in sequence with the others": {
      settings: like,
      bars: FLAT + "120 120 110 110",
      at: {
        1: ({ orders }) => orders.buy({ quantity: 9 }),
        // At the close of the last bar cash would be 100 + 9 × 110; buying 9 at its open of 120 leaves 10.
        4: ({ orders }) => {
          orders.sell({ quantity: 9, timeInForce: "cls" });
          orders.buy({ quantity: 9 });
        },
      },
      fills: ["3 00:00 buy 9 X at 100", "6 00:00 sell 9 X at 110", "6 00:00 buy 9 X at 120"],
      cash: 10,
    },
    "charges a reversal for the part that closes and for the part that opens": {
      settings: { ...like, commission: { model: "per-order", amount: 5 } },
      bars: FLAT,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5 }),
        2: ({ orders }) => orders.sell({ quantity: 8 }),
      },
      fills: ["3 00:00 buy 5 X at 100, commission 5", "4 00:00 sell 8 X at 100, commission 10"],
      cash: 1285,
    },
  });
});

describe("trailing stops of backtrader", () => {
  scenarios({
    "follow closes, not highs": {
      settings: like,
      bars: `100 100 100 100
        100 100 100 100
        100 110 98 104
        104 104 100 101
        101 101 96 97`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5 }),
        // The trailing stop starts at 95 and follows the close of 104 to 99. Following the high would lead to 105.
        2: ({ orders }) => orders.sell({ quantity: 5, trail: 5 }),
      },
      fills: ["3 00:00 buy 5 X at 100", "6 00:00 sell 5 X at 99"],
    },
    "are checked against cash at their stop price": {
      settings: like,
      bars: FLAT,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 9, trail: 10 }),
        2: ({ orders }) => orders.buy({ quantity: 9, trailPercent: 0.12 }),
      },
      fills: [],
      orders: ["buy trailing_stop 9: new", "buy trailing_stop 9: rejected insufficient_funds"],
    },
    "of a bracket are set from the close of submission until the entry fills": {
      settings: like,
      bars: `100 100 100 100
        104 106 104 106
        106 106 96 97
        97 97 94 94`,
      // The trailing stop stays at 95: it does not work in the bar of the entry at 104, and the close of 97 does not
      // move it.
      at: { 1: ({ orders }) => orders.buy({ quantity: 5, stopLoss: { trail: 5 } }) },
      fills: ["3 00:00 buy 5 X at 104", "5 00:00 sell 5 X at 95"],
    },
    "of a bracket keep that close when they are replaced before the entry fills": {
      settings: like,
      bars: `100 100 100 100
        102 102 102 102
        102 102 96 97
        97 98 96 97`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5, limit: 98, stopLoss: { trail: 5 } }),
        // The replacement moves the stop from 95 to 97, although the last close is 102.
        2: ({ orders }) => orders.replace(2, { trail: 3 }),
      },
      fills: ["4 00:00 buy 5 X at 98", "5 00:00 sell 5 X at 97"],
    },
  });
});

describe("brackets of backtrader", () => {
  scenarios({
    "are rejected as a whole if cash does not cover all three orders": {
      settings: like,
      bars: FLAT,
      at: {
        // Cash is 1000 + 700 - 7 × 110 - 7 × 90 = 300 after the order and its two exits.
        1: ({ orders }) => orders.sell({ quantity: 7, stopLoss: 110, takeProfit: 90 }),
        // Cash of 300 + 2000 - 2200 = 100 does not cover the second exit, 1800.
        2: ({ orders }) => orders.sell({ quantity: 20, stopLoss: 110, takeProfit: 90 }),
      },
      fills: ["3 00:00 sell 7 X at 100"],
      orders: [
        "sell market 7: filled",
        "buy limit 7: new",
        "buy stop 7: new",
        "sell market 20: rejected insufficient_funds",
        "buy limit 20: rejected parent_ended",
        "buy stop 20: rejected parent_ended",
      ],
    },
    "count the cash of their exits for later orders": {
      settings: like,
      bars: FLAT,
      at: {
        1: ({ orders }) => {
          // At submission 1000 - 900 + 810 + 990 = 1900 covers nine more units, but at the fill cash does not.
          orders.buy({ quantity: 9, stopLoss: 90, takeProfit: 110 });
          orders.buy({ quantity: 9 });
        },
      },
      fills: ["3 00:00 buy 9 X at 100"],
      orders: [
        "buy market 9: filled",
        "sell limit 9: new",
        "sell stop 9: new",
        "buy market 9: canceled insufficient_funds",
      ],
    },
    "open a position by an exit after the first one was closed, the stop-loss before the target": {
      settings: like,
      bars: `100 100 100 100
        100 100 100 100
        100 100 100 100
        100 112 88 100`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5, stopLoss: 90, takeProfit: 110 }),
        2: ({ orders }) => orders.close(),
      },
      fills: ["3 00:00 buy 5 X at 100", "4 00:00 sell 5 X at 100", "5 00:00 sell 5 X at 90"],
      orders: [
        "buy market 5: filled",
        "sell limit 5: canceled other_leg",
        "sell stop 5: filled",
        "sell market 5: filled",
      ],
      cash: 1450,
    },
    "lose their exits when the entry only closes a position": {
      settings: like,
      bars: `100 100 100 100
        100 100 100 100
        130 130 80 130
        130 130 130 130`,
      at: {
        1: ({ orders }) => orders.sell({ quantity: 5 }),
        // 1500 covers fifteen units at the close. At 130 it covers only the five that were sold.
        2: ({ orders }) => orders.buy({ quantity: 15, stopLoss: 90 }),
      },
      fills: ["3 00:00 sell 5 X at 100", "4 00:00 buy 5 X at 130"],
      orders: [
        "sell market 5: filled",
        "buy market 15: canceled insufficient_funds, 5 filled",
        "sell stop 15: canceled parent_ended",
      ],
      cash: 850,
    },
    "end when any of their orders is canceled": {
      settings: like,
      bars: FLAT,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5, limit: 90, stopLoss: 80 }),
        2: ({ orders }) => orders.cancel(2),
      },
      fills: [],
      orders: ["buy limit 5: canceled other_leg", "sell stop 5: canceled requested"],
    },
  });
});

describe("OCO pairs of backtrader", () => {
  scenarios({
    "keep the second order when the first is rejected": {
      settings: like,
      bars: FLAT,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5 }),
        // The first buy is rejected but its cost counts: 500 - 900 = -400. The sales raise this to -50 and 200.
        2: ({ orders }) => {
          orders.buy({ quantity: 9 });
          orders.oco({ takeProfit: 70, stopLoss: 50 });
        },
      },
      fills: ["3 00:00 buy 5 X at 100"],
      orders: [
        "buy market 5: filled",
        "buy market 9: rejected insufficient_funds",
        "sell limit 5: rejected insufficient_funds",
        "sell stop 5: new",
      ],
    },
    "lose the first order when the second is rejected": {
      settings: like,
      bars: FLAT,
      at: {
        1: ({ orders }) => orders.sell({ quantity: 15 }),
        // Cash of 2500 - 1350 = 1150 does not cover the second exit, 1800.
        2: ({ orders }) => orders.oco({ takeProfit: 90, stopLoss: 120 }),
      },
      fills: ["3 00:00 sell 15 X at 100"],
      orders: [
        "sell market 15: filled",
        "buy limit 15: rejected other_leg",
        "buy stop 15: rejected insufficient_funds",
      ],
    },
  });
});
