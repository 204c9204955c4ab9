import { describe } from "vitest";
import { scenarios } from "../../support/scenarios.ts";

const start = "100 100 100 100 1000\n";

describe("exits activated by an entry at the open join the fill sequence of that bar", () => {
  scenarios({
    "a stop nearer to the open than an older limit fills first": {
      bars: `${start}97.5 98 94 96 1000`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 5, limit: 96 });
          orders.buy({ quantity: 10, limit: 98, stopLoss: 97 });
        },
      },
      fills: ["3 00:00 buy 10 X at 97.5", "3 00:00 sell 10 X at 97", "3 00:00 buy 5 X at 96"],
    },
    "a stop beyond the open fills at the open, before an older limit inside the bar": {
      bars: `${start}96.5 98 94 96 1000`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 5, limit: 96 });
          orders.buy({ quantity: 10, limit: 98, stopLoss: 97 });
        },
      },
      fills: ["3 00:00 buy 10 X at 96.5", "3 00:00 sell 10 X at 96.5", "3 00:00 buy 5 X at 96"],
    },
    "a stop and an older stop on the other side of the open are both marked ambiguous": {
      bars: `${start}97.5 105 94 96 1000`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 5, stop: 104 });
          orders.buy({ quantity: 10, limit: 98, stopLoss: 95 });
        },
      },
      fills: ["3 00:00 buy 10 X at 97.5", "3 00:00 sell 10 X at 95, ambiguous", "3 00:00 buy 5 X at 104, ambiguous"],
    },
    "exits of an entry inside the bar do not fill when a market order fills at its close": {
      bars: `${start}100 100 100 100 1000\n100 101 100 100 1000`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 1, trail: 1, takeProfit: 101, timeInForce: "gtc" }),
        2: ({ orders }) => orders.buy({ quantity: 1 }),
      },
      settings: { latencyMs: 1_800_000 },
      fills: ["4 00:00 buy 1 X at 101", "4 00:00 buy 1 X at 100"],
      orders: ["buy trailing_stop 1: filled", "sell limit 1: new", "buy market 1: filled"],
    },
    "a bar that also reaches the target fills the stop-loss, marked ambiguous": {
      bars: `${start}97.5 106 94 96 1000`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 98, takeProfit: 105, stopLoss: 95 }) },
      fills: ["3 00:00 buy 10 X at 97.5", "3 00:00 sell 10 X at 95, ambiguous"],
    },
  });
});

describe("exits of an order that first reduces the opposite position wait until a new position opens", () => {
  scenarios({
    "a reversal that volume splits activates its exits once it has reversed the position": {
      bars: `${start}${"100 100 100 100 200\n".repeat(4)}100 100 80 85 1000`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 30 }),
        2: ({ orders }) => orders.sell({ quantity: 50, takeProfit: 90, stopLoss: 110, timeInForce: "gtc" }),
      },
      settings: { account: "margin", volumeShare: 0.1 },
      fills: [
        "2 00:00 buy 30 X at 100",
        "3 00:00 sell 20 X at 100",
        "4 00:00 sell 20 X at 100",
        "5 00:00 sell 10 X at 100",
        "7 00:00 buy 20 X at 90",
      ],
      orders: [
        "buy market 30: filled",
        "sell market 50: filled",
        "buy limit 20: filled",
        "buy stop 20: canceled other_leg",
      ],
    },
    "in a cash account a sale is cut to the position, and its exits are canceled": {
      bars: `${start}${"100 100 100 100 1000\n".repeat(3)}`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 30 }),
        2: ({ orders }) => {
          orders.sell({ quantity: 10 });
          orders.sell({ quantity: 30, takeProfit: 90 });
        },
      },
      fills: ["2 00:00 buy 30 X at 100", "3 00:00 sell 10 X at 100", "3 00:00 sell 20 X at 100"],
      orders: [
        "buy market 30: filled",
        "sell market 10: filled",
        "sell market 30: canceled insufficient_position, 20 filled",
        "buy limit 30: canceled parent_ended",
      ],
    },
    "with fillAt same-close a sale that only closes the position has its exits canceled": {
      bars: `${start}${"100 100 100 100 1000\n".repeat(2)}100 120 80 100 1000`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        2: ({ orders }) => orders.sell({ quantity: 10, takeProfit: 90, stopLoss: 110 }),
        3: ({ orders }) => orders.sell({ quantity: 5 }),
      },
      settings: { account: "margin", fillAt: "same-close" },
      fills: ["2 00:00 buy 10 X at 100", "3 00:00 sell 10 X at 100", "4 00:00 sell 5 X at 100"],
      orders: [
        "buy market 10: filled",
        "sell market 10: filled",
        "buy limit 10: canceled position_closed",
        "buy stop 10: canceled position_closed",
        "sell market 5: filled",
      ],
    },
    "with fillAt same-close the exits of a reversal cover the new position": {
      bars: `${start}100 100 100 100 1000\n100 112 99 100 1000`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        2: ({ orders }) => orders.sell({ quantity: 15, stopLoss: 110 }),
      },
      settings: { account: "margin", fillAt: "same-close" },
      fills: ["2 00:00 buy 10 X at 100", "3 00:00 sell 15 X at 100", "4 00:00 buy 5 X at 110"],
      orders: ["buy market 10: filled", "sell market 15: filled", "buy stop 5: filled"],
    },
  });
});

describe("an exit activated inside a bar fills before orders at its close", () => {
  scenarios({
    "with fillAt next-close": {
      // The stop at 92 fills first, so the sale at 99 opens a short position.
      bars: `100 100 100 100\n100 101 90 99`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 10, limit: 95, stopLoss: 92 });
          orders.sell({ quantity: 10 });
        },
      },
      settings: { fillAt: "next-close", account: "margin" },
      fills: ["3 00:00 buy 10 X at 95", "3 00:00 sell 10 X at 92, ambiguous", "3 00:00 sell 10 X at 99"],
    },
  });
});
