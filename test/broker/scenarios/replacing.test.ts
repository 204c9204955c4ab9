import { describe, expect, test } from "vitest";
import { flatBars } from "../../support/market.ts";
import { play, type Script } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

const start = "100 100 100 100\n";
const limit90: Script = { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 90, timeInForce: "gtc" }) };

describe("an order with other terms in the place of a live one", () => {
  scenarios({
    "a new price": {
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
    "a new quantity": {
      bars: `${start}100 101 99 100\n100 101 90 100`,
      at: { ...limit90, 2: ({ orders }) => orders.replace(1, { quantity: 4 }) },
      fills: ["4 00:00 buy 4 X at 90"],
    },
    "a quantity counts what is filled already: 5 of 10 are, 8 ask for 3 more": {
      bars: "100 100 100 100 50\n100 100 100 100 50\n100 100 100 100 50",
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "gtc" }),
        2: ({ orders }) => orders.replace(1, { quantity: 8 }),
      },
      settings: { volumeShare: 0.1 },
      fills: ["2 00:00 buy 5 X at 100", "3 00:00 buy 3 X at 100"],
      orders: ["buy market 10: replaced replaced, 5 filled", "buy market 3: filled"],
    },
    "a quantity that is filled already is refused, and the old order goes on": {
      bars: "100 100 100 100 50\n100 100 100 100 50\n100 100 100 100 50",
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "gtc" }),
        2: ({ orders }) => orders.replace(1, { quantity: 5 }),
      },
      settings: { volumeShare: 0.1 },
      fills: ["2 00:00 buy 5 X at 100", "3 00:00 buy 5 X at 100"],
      orders: ["buy market 10: filled", "buy market 0: rejected quantity_below_lot"],
    },
    "more than cash pays for is refused, and the old order stays as it was": {
      bars: `${start}100 101 99 100\n100 101 90 100`,
      at: { ...limit90, 2: ({ orders }) => orders.replace(1, { quantity: 12 }) },
      // Twelve at the limit cost 1080.
      settings: { cash: 1000 },
      fills: ["4 00:00 buy 10 X at 90"],
      orders: ["buy limit 10: filled", "buy limit 12: rejected insufficient_funds"],
    },
    "its own cash is free for it: ten for all the cash there is": {
      bars: `${start}100 101 99 100\n100 101 91 100`,
      at: { ...limit90, 2: ({ orders }) => orders.replace(1, { limit: 91 }) },
      settings: { cash: 1000 },
      fills: ["4 00:00 buy 10 X at 91"],
    },
    "an exit of a pair stays in its pair": {
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
    "a stop that was reached stays so: what volume left of it goes on at the open, wherever the price is": {
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
    "a stop limit that was reached is a limit with another limit, too": {
      bars: `${start}100 106 100 105\n104.5 104.8 104 104.5`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, stop: 105, limit: 103, timeInForce: "gtc" }),
        2: ({ orders }) => orders.replace(1, { limit: 104 }),
      },
      fills: ["4 00:00 buy 10 X at 104"],
    },
    "with another stop it waits for that one": {
      bars: `${start}100 106 100 105\n104.5 104.8 103 104.5\n105 107 105 107`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, stop: 105, limit: 103, timeInForce: "gtc" }),
        2: ({ orders }) => orders.replace(1, { stop: 106, limit: 107 }),
      },
      fills: ["5 00:00 buy 10 X at 106"],
    },
    "two of them in one hook: the second finds the first order gone": {
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

describe("what makes no sense", () => {
  const asked = (ask: Script[number]) => play(flatBars([100, 100, 100]), { ...limit90, 2: ask });

  test("a price that its type does not take", () => {
    expect(() => asked(({ orders }) => orders.replace(1, { stop: 95 }))).toThrow(
      "a limit order has no stop to replace",
    );
    expect(() => asked(({ orders }) => orders.replace(1, { trail: 5 }))).toThrow(
      "a limit order has no trail to replace",
    );
  });

  test("a misspelt price of an exit, which would be another exit", () => {
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
