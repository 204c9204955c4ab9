import { describe, expect, test } from "vitest";
import { barsFrom } from "../../support/market.ts";
import { play } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

const like = { conventions: "zipline", cash: 1000 } as const;

/**
 * Expected values are worked out by hand from zipline's rules for daily bars. The first two cases have figures from
 * zipline's own tests.
 */
describe("zipline", () => {
  scenarios({
    "fills a fortieth of the volume a bar, moves the price by its share squared, and has one minimum commission per order":
      {
        settings: like,
        bars: `3.5 3.5 3.5 3.5 2000
        3.5 3.6 3.4 3.5 2000
        3.5 3.6 3.4 3.5 2000
        3.5 3.6 3.4 3.5 2000
        3.5 3.6 3.4 3.5 2000`,
        at: { 1: ({ orders }) => orders.buy({ quantity: 190, limit: 3.6 }) },
        fills: [
          // Slippage is 3.5 × 0.1 × 0.025². The commission of 50 × 0.0075 = 0.375 is below the minimum of 1.
          "3 00:00 buy 50 X at 3.50021875, commission 1, slipped 0.00021875000000000006",
          // 100 × 0.0075 = 0.75 is below the commission of 1 already paid. 150 × 0.0075 = 1.125 adds 0.125.
          "4 00:00 buy 50 X at 3.50021875, slipped 0.00021875000000000006",
          "5 00:00 buy 50 X at 3.50021875, commission 0.125, slipped 0.00021875000000000006",
          // Slippage of 40 in a volume of 2000 is 3.5 × 0.1 × 0.02². The total commission is 190 × 0.0075 = 1.425.
          "6 00:00 buy 40 X at 3.50014, commission 0.30000000000000004, slipped 0.00014000000000000001",
        ],
      },
    "may charge a commission above the traded value": {
      settings: { ...like, slippage: { model: "none" } },
      bars: "0.005 0.005 0.005 0.005 100000\n0.005 0.005 0.005 0.005 100000",
      at: { 1: ({ orders }) => orders.buy({ quantity: 1000 }) },
      // The shares are worth only 5, but their commission is 1000 × 0.0075.
      fills: ["3 00:00 buy 1000 X at 0.005, commission 7.5"],
    },
    "lets a limit order wait that would slip beyond its limit": {
      settings: like,
      bars: `3.5 3.5 3.5 3.5 2000
        3.5 3.5 3.5 3.5 2000
        3.4 3.4 3.4 3.4 2000`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 3.5 }) },
      // Slippage of 10 in a volume of 2000 is 3.4 × 0.1 × 0.005².
      fills: ["4 00:00 buy 10 X at 3.4000084999999998, commission 1, slipped 0.0000085"],
    },
    "moves the price by all orders of a bar together": {
      settings: { ...like, commission: { model: "none" } },
      bars: "10 10 10 10 2000\n10 10 10 10 2000",
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 20 });
          orders.sell({ quantity: 20 });
        },
      },
      // Slippage is 10 × 0.1 × 0.01², then with 40 of a volume of 2000 10 × 0.1 × 0.02².
      fills: ["3 00:00 buy 20 X at 10.0001, slipped 0.0001", "3 00:00 sell 20 X at 9.9996, slipped 0.0004"],
    },
    "fills stops and limits at closes only, and cash may become negative": {
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
    "with slippage in basis points fills a limit order at the close that reached it, and later at any close": {
      settings: { ...like, slippage: { model: "bps", bps: 100 }, volumeShare: 0.1, commission: { model: "none" } },
      bars: `10 10 10 10 500
        10 10 10 10 500
        20 20 20 20 500`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 80, limit: 10 }) },
      // A tenth of the volume of 500 fills at 10 plus one percent, and 30 more at 20 plus one percent.
      fills: ["3 00:00 buy 50 X at 10.1, slipped 0.1", "4 00:00 buy 30 X at 20.2, slipped 0.2"],
    },
    "does not trigger orders in a bar without volume": {
      settings: { ...like, slippage: { model: "none" }, volumeShare: 0, commission: { model: "none" } },
      bars: `10 10 10 10
        9 9 9 9 0
        11 11 11 11`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 5 });
          orders.sell({ quantity: 5, stop: 9 });
          orders.sell({ quantity: 3, stop: 9.5, limit: 11 });
        },
      },
      fills: ["4 00:00 buy 5 X at 11"],
    },
    "does not trigger orders behind one that found no volume left": {
      settings: { ...like, slippage: { model: "none" }, commission: { model: "none" } },
      // A fortieth of the volume of 30 is less than one share.
      bars: `10 10 10 10
        11 11 11 11 30
        10 10 10 10`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 7, stop: 11 });
          orders.buy({ quantity: 8, stop: 11 });
        },
      },
      fills: ["4 00:00 buy 7 X at 10"],
      events: [
        "2 00:00 order 1 accepted",
        "2 00:00 order 2 accepted",
        "2 00:00 order 1 new",
        "2 00:00 order 2 new",
        "3 00:00 order 1 triggered",
        "4 00:00 order 1 fill",
      ],
    },
    "rounds limits and stops to the better cent, but not fills": {
      settings: { ...like, slippage: { model: "bps", bps: 1 }, commission: { model: "none" } },
      instrument: { tick: 0.01 },
      bars: `10 10 10 10
        9.995 9.995 9.995 9.995
        10.005 10.005 10.005 10.005`,
      at: {
        1: ({ orders }) => {
          // A limit of 9.99 is below the close of the second bar. A limit of 9.9996 is within a twentieth of a cent of
          // 10 and is rounded to 10.
          orders.buy({ quantity: 1, limit: 9.999 });
          orders.buy({ quantity: 2, limit: 9.9996 });
          orders.buy({ quantity: 3, stop: 10.004 });
          orders.buy({ quantity: 4, stop: 10.0004 });
        },
      },
      fills: ["3 00:00 buy 2 X at 9.9959995, slipped 0.0009995", "4 00:00 buy 4 X at 10.0060005, slipped 0.0010005"],
    },
    "buys notional value without its commission, and rounds up almost a whole share": {
      settings: { ...like, slippage: { model: "none" } },
      bars: "7 7 7 7 100000\n7 7 7 7 100000",
      at: {
        1: ({ orders }) => {
          orders.buy({ notional: 70 });
          orders.buy({ notional: 699.9995 });
          orders.sell({ notional: 69.3 });
        },
      },
      fills: [
        "3 00:00 buy 10 X at 7, commission 1",
        "3 00:00 buy 100 X at 7, commission 1",
        "3 00:00 sell 9 X at 7, commission 1",
      ],
    },
    "truncates a target's change toward zero, and rounds up almost a whole share": {
      settings: { ...like, slippage: { model: "none" }, commission: { model: "none" } },
      bars: `7 7 7 7 100000
        8 8 8 8 100000
        9 9 9 9 100000
        9 9 9 9 100000`,
      at: {
        // 500 buys 71 units at 7.
        1: ({ orders }) => orders.target({ X: 0.5 }),
        // Equity is 1000 - 71 × 8 + 71 × 9 = 1071. The target is 0.3 × 1071 / 9, so 35.3 of 71 units are to be sold.
        3: ({ orders }) => orders.target({ X: 0.3 }),
      },
      fills: ["3 00:00 buy 71 X at 8", "5 00:00 sell 35 X at 9"],
    },
  });

  test.each([
    ["1 1 1 1 0\n1 1 1 1 0", like, "X has no volume, and fills are limited by volume: its orders never fill."],
    [
      "1 1 1 1 0\n1 1 1 1 0",
      { volumeShare: 0.1 },
      "X has no volume, and fills are limited by volume: its orders never fill.",
    ],
    ["1 1 1 1 0\n1 1 1 1 0", {}, undefined],
    ["1 1 1 1 0\n1 1 1 1 1", like, undefined],
  ])("warns if the volume limits fills but bars have no volume: %j %j", (bars, settings, warning) => {
    const { warnings } = play(barsFrom(bars), {}, settings).result;
    expect(warnings.find((text) => text.includes("volume"))).toBe(warning);
  });
});
