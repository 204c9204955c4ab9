import { describe } from "vitest";
import { barsFrom } from "../../support/market.ts";
import { scenarios } from "../../support/scenarios.ts";

const MINUTE = 60_000;
/** Hourly bars from midnight of 1 January on. */
const hours = (text: string) => barsFrom(text, "1h");
const still = "100 100 100 100\n";

describe("latency delays the arrival of an order at the market", () => {
  scenarios({
    "an order with one millisecond of latency misses the open and fills at the close of that bar": {
      bars: hours(`${still}101 105 99 103\n104 105 103 104`),
      at: { "1 01:00": ({ orders }) => orders.buy({ quantity: 10 }) },
      settings: { latencyMs: 1 },
      fills: ["1 02:00 buy 10 X at 103"],
      events: ["1 01:00 order 1 accepted", "1 02:00 order 1 new", "1 02:00 order 1 fill"],
    },
    "an order with ninety minutes of latency fills at the close of the bar in which it arrives": {
      bars: hours(`${still}101 105 99 103\n104 106 103 106\n107 107 107 107`),
      at: { "1 01:00": ({ orders }) => orders.buy({ quantity: 10 }) },
      settings: { latencyMs: 90 * MINUTE },
      fills: ["1 03:00 buy 10 X at 106"],
    },
    "an order that arrives at the close of a bar misses that close and fills at the next open": {
      bars: hours(`${still}101 105 99 103\n104 106 103 106`),
      at: { "1 01:00": ({ orders }) => orders.buy({ quantity: 10 }) },
      settings: { latencyMs: 60 * MINUTE },
      fills: ["1 02:00 buy 10 X at 104"],
    },
    "a limit order that arrives inside a bar sees only its close, and all of the next bar": {
      bars: hours(`${still}101 105 95 99\n99 100 96 98`),
      at: { "1 01:00": ({ orders }) => orders.buy({ quantity: 10, limit: 97 }) },
      settings: { latencyMs: MINUTE },
      fills: ["1 03:00 buy 10 X at 97"],
    },
    "an order can be canceled before it arrives": {
      bars: hours(`${still}101 105 95 99\n99 100 96 98\n98 98 98 98`),
      at: {
        "1 01:00": ({ orders }) => orders.buy({ quantity: 10 }),
        "1 02:00": ({ orders }) => orders.cancel(1),
      },
      settings: { latencyMs: 90 * MINUTE },
      fills: [],
      orders: ["buy market 10: canceled requested"],
    },
    "a day order that arrives after the last bar of its session expires with that session": {
      bars: hours(`${still.repeat(2)}${"-\n".repeat(22)}99 100 90 95`),
      at: { "1 02:00": ({ orders }) => orders.buy({ quantity: 10, limit: 95 }) },
      settings: { latencyMs: MINUTE },
      fills: [],
      orders: ["buy limit 10: expired session_closed"],
    },
    "with fillAt same-close, an order with latency fills at the next close": {
      bars: hours(`${still}101 105 99 103`),
      at: { "1 01:00": ({ orders }) => orders.buy({ quantity: 10 }) },
      settings: { latencyMs: 1, fillAt: "same-close" },
      fills: ["1 02:00 buy 10 X at 103"],
    },
  });
});

describe("a cap on volume", () => {
  const tenth = { volumeShare: 0.1 };
  scenarios({
    "carries the rest over from open to open": {
      bars: "100 100 100 100 100\n101 101 101 101 100\n102 102 102 102 100\n103 103 103 103 100",
      at: { 1: ({ orders }) => orders.buy({ quantity: 25, timeInForce: "gtc" }) },
      settings: tenth,
      fills: ["2 00:00 buy 10 X at 101", "3 00:00 buy 10 X at 102", "4 00:00 buy 5 X at 103"],
    },
    "uses the volume of the previous bar at an open: 4 of 40, then 20 of 200": {
      bars: "100 100 100 100 40\n100 100 100 100 200\n100 100 100 100 10",
      at: { 1: ({ orders }) => orders.buy({ quantity: 25, timeInForce: "gtc" }) },
      settings: tenth,
      fills: ["2 00:00 buy 4 X at 100", "3 00:00 buy 20 X at 100"],
    },
    "uses the volume of the current bar inside that bar": {
      bars: "100 100 100 100 1000\n100 101 95 96 70\n96 96 95 96 20",
      at: { 1: ({ orders }) => orders.buy({ quantity: 25, limit: 95, timeInForce: "gtc" }) },
      settings: tenth,
      fills: ["3 00:00 buy 7 X at 95", "4 00:00 buy 2 X at 95"],
    },
    "is shared by the orders of a bar, in the order in which they fill": {
      bars: "100 100 100 100 1000\n100 101 95 96 100",
      at: {
        1({ orders }) {
          orders.buy({ quantity: 8, limit: 95 });
          orders.buy({ quantity: 8, limit: 97 });
        },
      },
      settings: tenth,
      fills: ["3 00:00 buy 8 X at 97", "3 00:00 buy 2 X at 95"],
    },
    "includes fills at the open of the bar: 6 of 10, which leaves 4": {
      bars: "100 100 100 100 1000\n100 101 95 96 100",
      at: {
        1({ orders }) {
          orders.buy({ quantity: 8, limit: 95 });
          orders.buy({ quantity: 6 });
        },
      },
      settings: tenth,
      fills: ["2 00:00 buy 6 X at 100", "3 00:00 buy 4 X at 95"],
    },
    "lets a triggered stop continue as a market order": {
      // Volume lets 5 units fill at the stop. Later bars stay above the stop, and the remaining units fill at their
      // opens.
      bars: "100 100 100 100 100\n100 100 100 100 1000\n100 101 95 96 50\n98 99 97 98 30\n99 99 98 99 50",
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        2: ({ orders }) => orders.sell({ quantity: 10, stop: 95, timeInForce: "gtc" }),
      },
      settings: tenth,
      fills: ["2 00:00 buy 10 X at 100", "4 00:00 sell 5 X at 95", "5 00:00 sell 3 X at 98", "6 00:00 sell 2 X at 99"],
    },
    "fills nothing at the open after a bar without volume": {
      bars: "100 100 100 100 0\n101 101 101 101 100\n102 102 102 102 100",
      at: { 1: ({ orders }) => orders.buy({ quantity: 5 }) },
      settings: tenth,
      fills: ["3 00:00 buy 5 X at 102"],
    },
    "rounds down to the lot": {
      bars: "100 100 100 100 19\n101 101 101 101 100",
      at: { 1: ({ orders }) => orders.buy({ quantity: 2.5, timeInForce: "ioc" }) },
      settings: tenth,
      instrument: { lot: 0.5 },
      fills: ["2 00:00 buy 1.5 X at 101"],
    },
  });
});
