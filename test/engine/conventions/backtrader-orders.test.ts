import { describe } from "vitest";
import { barsFrom } from "../../support/market.ts";
import { scenarios } from "../../support/scenarios.ts";

const like = { conventions: "backtrader", cash: 1000 } as const;
const FLAT = "100 100 100 100\n".repeat(4);

/** Worked out by hand by the rules of backtrader's broker: the queue of orders, brackets, trails and pairs. */
describe("the queue of backtrader", () => {
  scenarios({
    "is gone through when a bar closes, so that a sale inside it pays for a purchase at its open that was given later":
      {
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
        // Tried: 100 + 990 - 900. In the bar: 100 + 990 = 1090, less 900.
        fills: ["3 00:00 buy 9 X at 100", "4 00:00 sell 9 X at 110", "4 00:00 buy 9 X at 100"],
        cash: 190,
      },
    "is one for all symbols": {
      settings: like,
      bars: { X: barsFrom(FLAT), Y: barsFrom(FLAT) },
      at: {
        1: ({ orders }) => orders.buy({ quantity: 9 }),
        // The second purchase of X is given after that of Y, which leaves 100 of 1000.
        2: ({ orders, at }) => {
          orders.close();
          at("Y").orders.buy({ quantity: 9 });
          orders.buy({ quantity: 1 });
        },
      },
      fills: ["3 00:00 buy 9 X at 100", "4 00:00 sell 9 X at 100", "4 00:00 buy 9 Y at 100", "4 00:00 buy 1 X at 100"],
      cash: 0,
    },
    "has orders for the close among the others": {
      settings: like,
      bars: FLAT + "120 120 110 110",
      at: {
        1: ({ orders }) => orders.buy({ quantity: 9 }),
        // 100 + 9 × 110 at the close of the last bar, less 9 × 120 at its open: 10 are left.
        4: ({ orders }) => {
          orders.sell({ quantity: 9, timeInForce: "cls" });
          orders.buy({ quantity: 9 });
        },
      },
      fills: ["3 00:00 buy 9 X at 100", "6 00:00 sell 9 X at 110", "6 00:00 buy 9 X at 120"],
      cash: 10,
    },
    "charges a reversal for what it ends and for what it opens": {
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
        // At 95, and after the close at 104 at 99, where 105 would be with the high.
        2: ({ orders }) => orders.sell({ quantity: 5, trail: 5 }),
      },
      fills: ["3 00:00 buy 5 X at 100", "6 00:00 sell 5 X at 99"],
    },
    "are tried for money where they stand": {
      settings: like,
      bars: FLAT,
      // Nine at 110 and nine at 112 are 990 and 1008.
      at: {
        1: ({ orders }) => orders.buy({ quantity: 9, trail: 10 }),
        2: ({ orders }) => orders.buy({ quantity: 9, trailPercent: 0.12 }),
      },
      fills: [],
      orders: ["buy trailing_stop 9: new", "buy trailing_stop 9: rejected insufficient_funds"],
    },
    "of an order stand by the close at which it was given until it has filled": {
      settings: like,
      bars: `100 100 100 100
        104 106 104 106
        106 106 96 97
        97 97 94 94`,
      // At 95, also after the entry at 104: its bar is not one that the stop meets. The close at 97 leaves it where it is.
      at: { 1: ({ orders }) => orders.buy({ quantity: 5, stopLoss: { trail: 5 } }) },
      fills: ["3 00:00 buy 5 X at 104", "5 00:00 sell 5 X at 95"],
    },
    "stand by that close also when they are replaced before it": {
      settings: like,
      bars: `100 100 100 100
        102 102 102 102
        102 102 96 97
        97 98 96 97`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5, limit: 98, stopLoss: { trail: 5 } }),
        // From 95 to 97, though the last close is 102.
        2: ({ orders }) => orders.replace(2, { trail: 3 }),
      },
      fills: ["4 00:00 buy 5 X at 98", "5 00:00 sell 5 X at 97"],
    },
  });
});

describe("brackets of backtrader", () => {
  scenarios({
    "are refused whole when cash does not reach for all three orders": {
      settings: like,
      bars: FLAT,
      at: {
        // 1000 + 700 - 7 × 110 - 7 × 90 = 300.
        1: ({ orders }) => orders.sell({ quantity: 7, stopLoss: 110, takeProfit: 90 }),
        // 300 + 2000 - 2200 = 100, less 1800.
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
    "bring cash by their exits to what is given after them": {
      settings: like,
      bars: FLAT,
      at: {
        1: ({ orders }) => {
          // 1000 - 900 + 810 + 990 = 1900, and nine more are admitted, which nothing pays for at the fill.
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
    "open a position by an exit when theirs is gone, the loss before the profit": {
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
    "lose their exits when the entry only ends what was held": {
      settings: like,
      bars: `100 100 100 100
        100 100 100 100
        130 130 80 130
        130 130 130 130`,
      at: {
        1: ({ orders }) => orders.sell({ quantity: 5 }),
        // 1500 pays for fifteen at the close; at 130 for the five that were sold.
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
    "end with any of their orders": {
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

describe("pairs of backtrader", () => {
  scenarios({
    "of which the first is refused leave the second": {
      settings: like,
      bars: FLAT,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5 }),
        // 500 - 900 = -400, also without the purchase; + 350 = -50; + 250 = 200.
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
    "of which the second is refused lose the first": {
      settings: like,
      bars: FLAT,
      at: {
        1: ({ orders }) => orders.sell({ quantity: 15 }),
        // 2500 - 1350 = 1150, less 1800.
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
