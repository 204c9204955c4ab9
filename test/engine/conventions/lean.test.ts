import { describe } from "vitest";
import { scenarios } from "../../support/scenarios.ts";

const like = { conventions: "lean", cash: 100_000 } as const;

/** Worked out by hand by the rules of LEAN for daily bars of shares, with the commission of Interactive Brokers. */
describe("lean", () => {
  scenarios({
    "all in is 99.75 % less the commission, counted at the close that decides": {
      settings: like,
      bars: "144.8 144.8 144.8 144.8\n146 147 145 146",
      at: { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      // 99750 / 144.8 = 688.9, and 688 × 144.8 + 3.44 are within 99750.
      fills: ["2 00:00 buy 688 X at 146, commission 3.44"],
      // More than there was: 100000 - 100448 - 3.44.
      cash: -451.44,
    },
    "one share less where the commission does not fit": {
      settings: like,
      bars: "99.75 99.75 99.75 99.75\n99.75 99.75 99.75 99.75",
      at: { 1: ({ orders }) => orders.target({ X: 1 }) },
      // 1000 × 99.75 = 99750, but 5 are for the commission.
      fills: ["2 00:00 buy 999 X at 99.75, commission 4.995"],
    },
    "half is half of what is left after the commission": {
      settings: like,
      bars: "99.75 99.75 99.75 99.75\n99.75 99.75 99.75 99.75",
      at: { 1: ({ orders }) => orders.buy({ percent: 0.5 }) },
      // 500 × 99.75 = 49875 is more than 0.9975 × (100000 - 2.5) / 2.
      fills: ["2 00:00 buy 499 X at 99.75, commission 2.495"],
    },
    "from long to short by one order": {
      settings: like,
      bars: "100 100 100 100\n".repeat(3),
      at: { 1: ({ orders }) => orders.target({ X: 1 }), 2: ({ orders }) => orders.target({ X: -1 }) },
      fills: [
        // 997.5: 997 × 100 within 0.9975 × (100000 - 4.985).
        "2 00:00 buy 997 X at 100, commission 4.985",
        // Of 99995.015 less 9.97 are 99735.08 left, within which are 997 × 100.
        "3 00:00 sell 1994 X at 100, commission 9.97",
      ],
    },
    "a change of less than a thousandth in margin is not worth an order": {
      settings: like,
      bars: "100 100 100 100\n100 100 100 100\n100.1 100.1 100.1 100.1\n100 100 100 100",
      at: { 1: ({ orders }) => orders.target({ X: 0.5 }), 3: ({ orders }) => orders.target({ X: 0.5 }) },
      fills: ["2 00:00 buy 498 X at 100, commission 2.49"],
    },
    "the buffer is a share of what the commission leaves": {
      settings: like,
      bars: "49874.501 49874.501 49874.501 49874.501\n".repeat(2),
      at: { 1: ({ orders }) => orders.target({ X: 1 }) },
      // 99749.002 is within 0.9975 × (100000 - 1) = 99749.0025, and more than 99750 - 1.
      fills: ["2 00:00 buy 2 X at 49874.501, commission 1"],
    },
    "a share is sized alike": {
      settings: like,
      bars: "49874.501 49874.501 49874.501 49874.501\n".repeat(2),
      at: { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      fills: ["2 00:00 buy 2 X at 49874.501, commission 1"],
    },
    "a small order pays the minimum, a cheap one no more than half a percent": {
      settings: like,
      bars: "1 1 1 1\n1 1 1 1\n0.5 0.5 0.5 0.5",
      at: { 1: ({ orders }) => orders.buy({ quantity: 100 }), 2: ({ orders }) => orders.buy({ quantity: 1000 }) },
      fills: ["2 00:00 buy 100 X at 1, commission 1", "3 00:00 buy 1000 X at 0.5, commission 2.5"],
    },
    "a limit fills when the price goes through it": {
      settings: like,
      bars: `100 100 100 100
        99 100 95 99
        99 100 94 99`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 400, limit: 95 }) },
      fills: ["4 00:00 buy 400 X at 95, commission 2"],
    },
    "a stop limit fills at its limit, or the high, when a bar closes below the limit": {
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
      // The second waits: 104 is not below its limit. On the next bar 103 is.
      fills: ["3 00:00 buy 400 X at 106, commission 2", "4 00:00 buy 400 X at 104, commission 2"],
    },
    "what twice the equity does not reach is refused when it is given": {
      settings: like,
      bars: "100 100 100 100\n100 100 100 100",
      at: { 1: ({ orders }) => orders.buy({ quantity: 2000 }) },
      fills: [],
      orders: ["buy market 2000: rejected insufficient_funds"],
    },
  });
});
