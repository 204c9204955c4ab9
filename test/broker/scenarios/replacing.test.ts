import { describe, expect, test } from "vitest";
import { flatBars } from "../../support/market.ts";
import { play, type Script } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

const start = "100 100 100 100\n";
const limit90: Script = { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 90, timeInForce: "gtc" }) };

describe("replacing an open order", () => {
  scenarios({
    "changes its price": {
      bars: `${start}100 101 99 100\n100 101 95 100`,
      at: { ...limit90, 2: ({ orders }) => orders.replace(1, { limit: 95 }) },
      fills: ["4 00:00 buy 10 X at 95"],
      orders: ["buy limit 10: replaced replaced", "buy limit 10: filled"],
      events: [
        "2 00:00 order 1 accepted",
        "2 00:00 order 1 new",
        "3 00:00 order 1 replaced, replaced",
        "3 00:00 order 2 accepted",
        "3 00:00 order 2 new",
        "4 00:00 order 2 fill",
      ],
    },
    "changes its quantity": {
      bars: `${start}100 101 99 100\n100 101 90 100`,
      at: { ...limit90, 2: ({ orders }) => orders.replace(1, { quantity: 4 }) },
      fills: ["4 00:00 buy 4 X at 90"],
    },
    "counts filled units in the new quantity: 5 are filled, so 8 leave 3": {
      bars: "100 100 100 100 50\n100 100 100 100 50\n100 100 100 100 50",
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "gtc" }),
        2: ({ orders }) => orders.replace(1, { quantity: 8 }),
      },
      settings: { volumeShare: 0.1 },
      fills: ["2 00:00 buy 5 X at 100", "3 00:00 buy 3 X at 100"],
      orders: ["buy market 10: replaced replaced, 5 filled", "buy market 3: filled"],
    },
    "is rejected if the new quantity is already filled, and the old order continues": {
      bars: "100 100 100 100 50\n100 100 100 100 50\n100 100 100 100 50",
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "gtc" }),
        2: ({ orders }) => orders.replace(1, { quantity: 5 }),
      },
      settings: { volumeShare: 0.1 },
      fills: ["2 00:00 buy 5 X at 100", "3 00:00 buy 5 X at 100"],
      orders: ["buy market 10: filled", "buy market 0: rejected quantity_below_lot"],
    },
    "is rejected if cash does not cover the new quantity, and the old order continues": {
      bars: `${start}100 101 99 100\n100 101 90 100`,
      at: { ...limit90, 2: ({ orders }) => orders.replace(1, { quantity: 12 }) },
      // Twelve units at the new limit of 90 would cost 1080.
      settings: { cash: 1000 },
      fills: ["4 00:00 buy 10 X at 90"],
      orders: ["buy limit 10: filled", "buy limit 12: rejected insufficient_funds"],
    },
    "frees the cash that the old order reserved": {
      bars: `${start}100 101 99 100\n100 101 91 100`,
      at: { ...limit90, 2: ({ orders }) => orders.replace(1, { limit: 91 }) },
      settings: { cash: 1000 },
      fills: ["4 00:00 buy 10 X at 91"],
    },
    "keeps an exit in its OCO pair": {
      bars: `${start}100 100 100 100\n100 103 99 102\n102 103 90 95`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, takeProfit: 110, stopLoss: 95 }),
        2: ({ orders }) => orders.replace(2, { limit: 103 }),
      },
      fills: ["2 00:00 buy 10 X at 100", "4 00:00 sell 10 X at 103"],
      orders: [
        "buy market 10: filled",
        "sell limit 10: replaced replaced",
        "sell stop 10: canceled other_leg",
        "sell limit 10: filled",
      ],
    },
    "keeps a stop triggered: the rest fills at the next open, at any price": {
      bars: "100 100 100 100 100\n100 105 100 105 50\n99 100 98 99 50",
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, stop: 104, timeInForce: "gtc" }),
        2: ({ orders }) => orders.replace(1, { quantity: 8 }),
      },
      settings: { volumeShare: 0.1 },
      fills: ["3 00:00 buy 5 X at 104", "4 00:00 buy 3 X at 99"],
      events: [
        "2 00:00 order 1 accepted",
        "2 00:00 order 1 new",
        "3 00:00 order 1 triggered",
        "3 00:00 order 1 partial_fill",
        "3 00:00 order 1 replaced, replaced",
        "3 00:00 order 2 accepted",
        "3 00:00 order 2 new",
        "3 00:00 order 2 triggered",
        "4 00:00 order 2 fill",
      ],
    },
    "keeps a stop-limit order triggered when only its limit changes": {
      bars: `${start}100 106 100 105\n104.5 104.8 104 104.5`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, stop: 105, limit: 103, timeInForce: "gtc" }),
        2: ({ orders }) => orders.replace(1, { limit: 104 }),
      },
      fills: ["4 00:00 buy 10 X at 104"],
    },
    "with a new stop waits for that stop": {
      bars: `${start}100 106 100 105\n104.5 104.8 103 104.5\n105 107 105 107`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, stop: 105, limit: 103, timeInForce: "gtc" }),
        2: ({ orders }) => orders.replace(1, { stop: 106, limit: 107 }),
      },
      fills: ["5 00:00 buy 10 X at 106"],
    },
    "twice in one hook rejects the second replacement": {
      bars: `${start}100 101 99 100\n100 101 94 100`,
      at: {
        ...limit90,
        2: ({ orders }) => [orders.replace(1, { limit: 95 }), orders.replace(1, { limit: 94 })],
      },
      fills: ["4 00:00 buy 10 X at 95"],
      orders: ["buy limit 10: replaced replaced", "buy limit 10: filled", "buy limit 0: rejected replaced"],
    },
  });
});

describe("an invalid order option throws", () => {
  const asked = (ask: Script[number]) => play(flatBars([100, 100, 100]), { ...limit90, 2: ask });

  test("for a replacement with a price that the order's type does not have", () => {
    expect(() => asked(({ orders }) => orders.replace(1, { stop: 95 }))).toThrow(
      "a limit order has no stop to replace",
    );
    expect(() => asked(({ orders }) => orders.replace(1, { trail: 5 }))).toThrow(
      "a limit order has no trail to replace",
    );
  });

  test("for a misspelled option of an exit", () => {
    const stopLoss = { stop: 90, limt: 89 };
    expect(() => asked(({ orders }) => orders.buy({ quantity: 1, stopLoss }))).toThrow(
      'stopLoss has no "limt"; it has stop, limit, trail, trailPercent',
    );
    expect(() =>
      asked(({ orders }) => orders.buy({ quantity: 1, takeProfit: { limit: 110, stop: 1 } as never })),
    ).toThrow('takeProfit has no "stop"; it has limit');
    expect(() => asked(({ orders }) => orders.oco({ takeprofit: 110, stopLoss: 90 } as never))).toThrow(
      'oco has no "takeprofit"; it has takeProfit, stopLoss, quantity, tag',
    );
  });
});
