import { describe } from "vitest";
import { scenarios } from "../../support/scenarios.ts";

const like = { conventions: "zipline", cash: 1000 } as const;

/** Worked out by hand by the rules of zipline for daily bars; the first two are figures of its own tests. */
describe("zipline", () => {
  scenarios({
    "a fortieth of the volume a bar, moved by the square of its share; a commission has its minimum once an order": {
      settings: like,
      bars: `3.5 3.5 3.5 3.5 2000
        3.5 3.6 3.4 3.5 2000
        3.5 3.6 3.4 3.5 2000
        3.5 3.6 3.4 3.5 2000
        3.5 3.6 3.4 3.5 2000`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 190, limit: 3.6 }) },
      fills: [
        // 3.5 + 3.5 × 0.1 × 0.025²; 50 × 0.0075 = 0.375 is less than 1.
        "3 00:00 buy 50 X at 3.50021875, commission 1, slipped 0.00021875000000000006",
        // 100 × 0.0075 = 0.75 is less than the 1 that was paid, 150 × 0.0075 = 1.125 is 0.125 more.
        "4 00:00 buy 50 X at 3.50021875, slipped 0.00021875000000000006",
        "5 00:00 buy 50 X at 3.50021875, commission 0.125, slipped 0.00021875000000000006",
        // 40 of 2000: 3.5 × 0.1 × 0.02²; 190 × 0.0075 = 1.425.
        "6 00:00 buy 40 X at 3.50014, commission 0.30000000000000004, slipped 0.00014000000000000001",
      ],
    },
    "a limit that slips beyond itself waits": {
      settings: like,
      bars: `3.5 3.5 3.5 3.5 2000
        3.5 3.5 3.5 3.5 2000
        3.4 3.4 3.4 3.4 2000`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 3.5 }) },
      // 10 of 2000: 3.4 × 0.1 × 0.005².
      fills: ["4 00:00 buy 10 X at 3.4000084999999998, commission 1, slipped 0.0000085"],
    },
    "orders of one bar move the price together": {
      settings: { ...like, commission: { model: "none" } },
      bars: "10 10 10 10 2000\n10 10 10 10 2000",
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 20 });
          orders.sell({ quantity: 20 });
        },
      },
      // 10 × 0.1 × 0.01², then with 40 of 2000 10 × 0.1 × 0.02².
      fills: ["3 00:00 buy 20 X at 10.0001, slipped 0.0001", "3 00:00 sell 20 X at 9.9996, slipped 0.0004"],
    },
    "stops and limits see closes alone, and cash may go below zero": {
      settings: { ...like, slippage: { model: "none" }, volumeShare: 0, commission: { model: "none" } },
      bars: `100 100 100 100
        100 130 70 100
        100 111 100 111`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 20, stop: 110 });
          orders.sell({ quantity: 20, limit: 120 });
        },
      },
      fills: ["4 00:00 buy 20 X at 111"],
      cash: -1220,
    },
    "a target is a change, cut off towards what is held; almost a share is a share": {
      settings: { ...like, slippage: { model: "none" }, commission: { model: "none" } },
      bars: `7 7 7 7 100000
        8 8 8 8 100000
        9 9 9 9 100000
        9 9 9 9 100000`,
      at: {
        // 500 / 7 = 71.4.
        1: ({ orders }) => orders.target({ X: 0.5 }),
        // Equity 1000 - 71 × 8 + 71 × 9 = 1071: 0.3 × 1071 / 9 - 71 = -35.3.
        3: ({ orders }) => orders.target({ X: 0.3 }),
      },
      fills: ["3 00:00 buy 71 X at 8", "5 00:00 sell 35 X at 9"],
    },
  });
});
