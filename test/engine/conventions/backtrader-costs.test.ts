import { describe } from "vitest";
import { scenarios } from "../../support/scenarios.ts";

const like = { conventions: "backtrader", cash: 1000 } as const;
const FLAT = "100 100 100 100\n".repeat(4);

/** Expected values are worked out by hand from the rules of backtrader's broker. */
describe("slippage of backtrader", () => {
  const slips = { ...like, slippage: { model: "bps", bps: 100 } } as const;
  scenarios({
    "ends at the bar's range": {
      settings: slips,
      bars: `100 100 100 100
        100 100.5 98 99
        100 102 100 101`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5 }),
        2: ({ orders }) => orders.buy({ quantity: 1 }),
      },
      // One percent of 100 would be 1, but the first bar's high allows only half of it.
      fills: ["3 00:00 buy 5 X at 100.5, slipped 0.5", "4 00:00 buy 1 X at 101, slipped 1"],
    },
    "is an amount of price, without rounding to ticks": {
      settings: { ...like, slippage: { model: "amount", amount: 0.25 } },
      bars: "100 100 100 100\n100 101 99 100",
      at: { 1: ({ orders }) => orders.sell({ quantity: 1 }) },
      fills: ["3 00:00 sell 1 X at 99.75, slipped 0.25"],
    },
    "moves a limit order that fills at the open up to its limit": {
      settings: slips,
      bars: `100 100 100 100
        90 100 90 99
        99 99 99 99`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 1, limit: 96 });
          orders.buy({ quantity: 1, limit: 90.5 });
        },
      },
      // 90.9 is within the limit of 96, but beyond the other order's limit of 90.5.
      fills: ["3 00:00 buy 1 X at 90.9, slipped 0.9", "3 00:00 buy 1 X at 90.5, slipped 0.5"],
    },
    "does not apply to a limit order that fills inside a bar": {
      settings: slips,
      bars: "100 100 100 100\n100 101 94 99",
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, limit: 95 }) },
      fills: ["3 00:00 buy 1 X at 95"],
    },
    "moves a stop-limit order from its stop, even beyond its limit": {
      settings: slips,
      bars: "100 100 100 100\n99 103 99 102",
      at: { 1: ({ orders }) => orders.buy({ quantity: 1, stop: 100, limit: 100.5 }) },
      fills: ["3 00:00 buy 1 X at 101, slipped 1"],
    },
  });
});

describe("backtrader with cheat-on-close", () => {
  const cheats = { ...like, fillAt: "same-close" } as const;
  scenarios({
    "fills at the close of submission when the next bar closes, so the last bar's order never fills": {
      settings: cheats,
      bars: `100 100 100 100
        110 110 110 110
        120 120 120 120`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 5 }),
        3: ({ orders }) => orders.close(),
      },
      fills: ["3 00:00 buy 5 X at 100"],
      cash: 500,
    },
    "fills stop orders at their stops": {
      settings: cheats,
      bars: `100 100 100 100
        98 106 98 104`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 5, stop: 99 }) },
      fills: ["3 00:00 buy 5 X at 99"],
    },
  });
});

describe("futures contracts with backtrader", () => {
  const contracts = { ...like, unitMargin: 300, commission: { model: "per-share", amount: 2 } } as const;
  scenarios({
    "reserve margin, long and short": {
      settings: contracts,
      instrument: { multiplier: 10 },
      bars: FLAT,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 3 }),
        2: ({ orders }) => orders.buy({ quantity: 1 }),
        3: ({ orders }) => orders.sell({ quantity: 6 }),
      },
      fills: ["3 00:00 buy 3 X at 100, commission 6", "5 00:00 sell 6 X at 100, commission 12"],
      orders: ["buy market 3: filled", "buy market 1: rejected insufficient_funds", "sell market 6: filled"],
    },
    "settle gains at bar closes": {
      settings: contracts,
      instrument: { multiplier: 10 },
      bars: `100 100 100 100
        100 107 100 107
        107 107 103 103
        103 103 103 103`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 3 }),
        // Cash of 94 + 3 × 70 = 304 covers another unit at 302 inside the bar, before each unit loses 40.
        2: ({ orders }) => orders.buy({ quantity: 1, limit: 104 }),
        // Cash is 1000 - 6 - 2 + 3 × 30 - 10 = 1072, of which the four contracts reserve 1200.
        3: ({ orders }) => orders.buy({ quantity: 1 }),
      },
      fills: ["3 00:00 buy 3 X at 100, commission 6", "4 00:00 buy 1 X at 104, commission 2"],
      orders: ["buy market 3: filled", "buy limit 1: filled", "buy market 1: rejected insufficient_funds"],
    },
  });
});
