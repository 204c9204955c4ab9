import { describe } from "vitest";
import type { Script } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

const ten: Script = { 1: ({ orders }) => orders.buy({ quantity: 10 }) };
const all: Script = { 1: ({ orders }) => orders.buy({ percent: 1 }) };
const bars = "100 100 100 100\n125 130 120 128\n129 131 128 130";
const cash = 1000;

describe("fillAt decides when a market order submitted at a close fills", () => {
  scenarios({
    "next-open": { bars, at: ten, fills: ["2 00:00 buy 10 X at 125"] },
    "next-close": { bars, at: ten, settings: { fillAt: "next-close" }, fills: ["3 00:00 buy 10 X at 128"] },
    "same-close": { bars, at: ten, settings: { fillAt: "same-close" }, fills: ["2 00:00 buy 10 X at 100"] },
    "same-close does not change resting orders": {
      bars: "100 100 90 100\n97 98 96 97",
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 101 }) },
      settings: { fillAt: "same-close" },
      fills: ["3 00:00 buy 10 X at 97"],
    },
    "next-close fills a sale before a purchase that was submitted later, and its cash pays for the purchase": {
      bars: "100 100 100 100\n100 100 100 100\n100 100 100 100",
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        2({ orders }) {
          orders.sell({ quantity: 10 });
          orders.buy({ quantity: 10 });
        },
      },
      settings: { fillAt: "next-close", cash },
      fills: ["3 00:00 buy 10 X at 100", "4 00:00 sell 10 X at 100", "4 00:00 buy 10 X at 100"],
    },
  });
});

describe("sizeAt decides when a share of equity becomes a quantity", () => {
  scenarios({
    "at-submission: ten units at 100, and 1000 pays for eight of them at 125": {
      bars,
      at: all,
      settings: { cash },
      fills: ["2 00:00 buy 8 X at 125"],
      orders: ["buy market 10: canceled insufficient_funds, 8 filled"],
    },
    "at-fill: eight units at 125": {
      bars,
      at: all,
      settings: { cash, sizeAt: "at-fill" },
      fills: ["2 00:00 buy 8 X at 125"],
      orders: ["buy market 8: filled"],
    },
    "at-submission: ten units at 100, although 80 would have allowed twelve": {
      bars: "100 100 100 100\n80 81 79 80",
      at: all,
      settings: { cash },
      fills: ["2 00:00 buy 10 X at 80"],
    },
    "at-fill: twelve units at 80": {
      bars: "100 100 100 100\n80 81 79 80",
      at: all,
      settings: { cash, sizeAt: "at-fill" },
      fills: ["2 00:00 buy 12 X at 80"],
    },
    "at-fill with slippage: 1000 pays for nine units at 101": {
      bars: "100 100 100 100\n100 101 99 100",
      at: all,
      settings: { cash, sizeAt: "at-fill", shortCash: "reject", slippage: { model: "bps", bps: 100 } },
      fills: ["2 00:00 buy 9 X at 101, slipped 1"],
      orders: ["buy market 9: filled"],
    },
    "at-fill with commission: nine units and a commission of 1 leave 99": {
      bars: "100 100 100 100\n100 101 99 100",
      at: all,
      settings: { cash, sizeAt: "at-fill", commission: { model: "per-order", amount: 1 } },
      fills: ["2 00:00 buy 9 X at 100, commission 1"],
      cash: 99,
    },
    "at-fill cancels an order that is worth less than a lot": {
      bars: "100 100 100 100\n1001 1001 1001 1001",
      at: all,
      settings: { cash, sizeAt: "at-fill" },
      fills: [],
      orders: ["buy market 0: canceled quantity_below_lot"],
    },
    "at-fill, a sale worth 1000 is eight units at 125": {
      bars: "100 100 100 100\n100 100 100 100\n125 125 125 125",
      at: { 1: ten["1"]!, 2: ({ orders }) => orders.sell({ notional: 1000 }) },
      settings: { sizeAt: "at-fill" },
      fills: ["2 00:00 buy 10 X at 100", "3 00:00 sell 8 X at 125"],
    },
  });
});

describe("shortCash, when an order for ten units at 100 costs 1250 at the open and cash is 1000", () => {
  scenarios({
    "reduce buys eight units": {
      bars,
      at: ten,
      settings: { cash, shortCash: "reduce" },
      fills: ["2 00:00 buy 8 X at 125"],
      orders: ["buy market 10: canceled insufficient_funds, 8 filled"],
      cash: 0,
    },
    "reject buys none": {
      bars,
      at: ten,
      settings: { cash, shortCash: "reject" },
      fills: [],
      orders: ["buy market 10: canceled insufficient_funds"],
      cash: 1000,
    },
    "allow-negative buys all ten, 250 on credit": {
      bars,
      at: ten,
      settings: { cash, shortCash: "allow-negative" },
      fills: ["2 00:00 buy 10 X at 125"],
      cash: -250,
    },
  });
});
