import { describe } from "vitest";
import type { BarContext } from "hindcast";
import { barsFrom, flatBars } from "../../support/market.ts";
import type { Script } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

/** Equity of 1000 and an initial margin of half allow an exposure of 2000, of which fifteen A at 100 use 1500. */
const settings = { cash: 1000, account: "margin" } as const;
const still = flatBars([100, 100, 100, 100]);
const bars = { A: still, B: still };
const HELD = "2 00:00 buy 15 A at 100";
type Orders = BarContext["orders"];
const holding = (then: (a: Orders, b: Orders) => unknown, held = 15): Script => ({
  1: ({ at }) => (held > 0 ? at("A").orders.buy({ quantity: held }) : at("A").orders.sell({ quantity: -held })),
  2: ({ at }) => then(at("A").orders, at("B").orders),
});

describe("a market order that reduces a position frees its margin", () => {
  scenarios({
    "a close of fifteen A lets twenty B be bought at the same open": {
      bars,
      at: holding((a, b) => [a.close(), b.buy({ quantity: 21 }), b.buy({ quantity: 20 })]),
      settings,
      fills: [HELD, "3 00:00 sell 15 A at 100", "3 00:00 buy 20 B at 100"],
    },
    "a sale of a third leaves ten A, and ten B fit the margin": {
      bars,
      at: holding((a, b) => [a.sell({ quantity: 5 }), b.buy({ quantity: 11 }), b.buy({ quantity: 10 })]),
      settings,
      fills: [HELD, "3 00:00 sell 5 A at 100", "3 00:00 buy 10 B at 100"],
    },
    "a purchase that covers a short position frees margin too": {
      bars,
      at: holding((a, b) => [a.buy({ quantity: 15 }), b.sell({ quantity: 21 }), b.sell({ quantity: 20 })], -15),
      settings,
      fills: ["2 00:00 sell 15 A at 100", "3 00:00 buy 15 A at 100", "3 00:00 sell 20 B at 100"],
    },
    "the part that opens the other side frees none: ten A are short, and ten B fit the margin": {
      bars,
      at: holding((a, b) => [a.sell({ quantity: 25 }), b.buy({ quantity: 11 }), b.buy({ quantity: 10 })]),
      settings,
      fills: [HELD, "3 00:00 sell 25 A at 100", "3 00:00 buy 10 B at 100"],
    },
    "a close of fifteen A lets twenty A be bought at the same open": {
      bars,
      at: holding((a) => [a.close(), a.buy({ quantity: 21 }), a.buy({ quantity: 20 })]),
      settings,
      fills: [HELD, "3 00:00 sell 15 A at 100", "3 00:00 buy 20 A at 100"],
    },
    "each unit frees margin once: a second sale of fifteen opens a short position, and five B fit the margin": {
      bars,
      at: holding((a, b) => [
        a.sell({ quantity: 15 }),
        a.sell({ quantity: 15 }),
        b.buy({ quantity: 6 }),
        b.buy({ quantity: 5 }),
      ]),
      settings,
      fills: [HELD, "3 00:00 sell 15 A at 100", "3 00:00 sell 15 A at 100", "3 00:00 buy 5 B at 100"],
    },
    "a reduce-only order opens no short position, so it uses no margin": {
      bars,
      at: holding((a, b) => [
        a.sell({ quantity: 15 }),
        a.sell({ quantity: 15, reduceOnly: true }),
        b.buy({ quantity: 20 }),
      ]),
      settings,
      fills: [HELD, "3 00:00 sell 15 A at 100", "3 00:00 buy 20 B at 100"],
    },
    "a resting limit order frees none: five B fit next to fifteen A": {
      bars,
      at: holding((a, b) => [a.sell({ quantity: 15, limit: 120 }), b.buy({ quantity: 6 }), b.buy({ quantity: 5 })]),
      settings,
      fills: [HELD, "3 00:00 buy 5 B at 100"],
    },
    "a stop order frees none": {
      bars,
      at: holding((a, b) => [a.sell({ quantity: 15, stop: 80 }), b.buy({ quantity: 6 }), b.buy({ quantity: 5 })]),
      settings,
      fills: [HELD, "3 00:00 buy 5 B at 100"],
    },
    "a market-on-close sale frees none, since the purchase fills earlier": {
      bars,
      at: holding((a, b) => [a.sell({ quantity: 15, timeInForce: "cls" }), b.buy({ quantity: 6 })]),
      settings,
      fills: [HELD, "4 00:00 sell 15 A at 100"],
      orders: ["buy market 15: filled", "sell market 15: filled", "buy market 6: rejected insufficient_funds"],
    },
    "a fall to 80 at the fill frees less: an equity of 700 covers fourteen B": {
      bars: { A: flatBars([100, 100, 80]), B: still },
      at: holding((a, b) => [a.close(), b.buy({ quantity: 20 })]),
      settings,
      fills: [HELD, "3 00:00 sell 15 A at 80", "3 00:00 buy 14 B at 100"],
      orders: [
        "buy market 15: filled",
        "sell market 15: filled",
        "buy market 20: canceled insufficient_funds, 14 filled",
      ],
    },
    "a sale that volume splits frees margin for the part sold: ten A are left, and ten B fit": {
      bars: {
        A: barsFrom("100 100 100 100 1500\n100 100 100 100 500\n100 100 100 100 0"),
        B: flatBars([100, 100, 100]),
      },
      at: holding((a, b) => [a.sell({ quantity: 15, timeInForce: "gtc" }), b.buy({ quantity: 20 })]),
      settings: { ...settings, volumeShare: 0.01 },
      fills: [HELD, "3 00:00 sell 5 A at 100", "3 00:00 buy 10 B at 100"],
    },
  });
});
