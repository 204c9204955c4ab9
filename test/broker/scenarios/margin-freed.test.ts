import { describe } from "vitest";
import type { BarContext } from "hindcast";
import { barsFrom, flatBars } from "../../support/market.ts";
import type { Script } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

/** A thousand of equity, half of all exposure to open: 2000 may be held, of which fifteen A at 100 are 1500. */
const settings = { cash: 1000, account: "margin" } as const;
const still = flatBars([100, 100, 100, 100]);
const bars = { A: still, B: still };
const HELD = "2 00:00 buy 15 A at 100";
type Desk = BarContext["orders"];
const holding = (then: (a: Desk, b: Desk) => unknown, held = 15): Script => ({
  1: ({ at }) => (held > 0 ? at("A").orders.buy({ quantity: held }) : at("A").orders.sell({ quantity: -held })),
  2: ({ at }) => then(at("A").orders, at("B").orders),
});

describe("a market order that makes a position smaller frees what it will end", () => {
  scenarios({
    "all: twenty others are bought at the price at which fifteen are sold": {
      bars,
      at: holding((a, b) => [a.close(), b.buy({ quantity: 21 }), b.buy({ quantity: 20 })]),
      settings,
      fills: [HELD, "3 00:00 sell 15 A at 100", "3 00:00 buy 20 B at 100"],
    },
    "a third: ten are left, and ten others fit beside them": {
      bars,
      at: holding((a, b) => [a.sell({ quantity: 5 }), b.buy({ quantity: 11 }), b.buy({ quantity: 10 })]),
      settings,
      fills: [HELD, "3 00:00 sell 5 A at 100", "3 00:00 buy 10 B at 100"],
    },
    "of what is short as well": {
      bars,
      at: holding((a, b) => [a.buy({ quantity: 15 }), b.sell({ quantity: 21 }), b.sell({ quantity: 20 })], -15),
      settings,
      fills: ["2 00:00 sell 15 A at 100", "3 00:00 buy 15 A at 100", "3 00:00 sell 20 B at 100"],
    },
    "not what it opens on the other side: ten are short, and ten fit beside them": {
      bars,
      at: holding((a, b) => [a.sell({ quantity: 25 }), b.buy({ quantity: 11 }), b.buy({ quantity: 10 })]),
      settings,
      fills: [HELD, "3 00:00 sell 25 A at 100", "3 00:00 buy 10 B at 100"],
    },
    "for more of the same: twenty are bought where fifteen are sold": {
      bars,
      at: holding((a) => [a.close(), a.buy({ quantity: 21 }), a.buy({ quantity: 20 })]),
      settings,
      fills: [HELD, "3 00:00 sell 15 A at 100", "3 00:00 buy 20 A at 100"],
    },
    "each unit once: a second sale of fifteen would be short of them, and five fit beside that": {
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
    "one that may only reduce opens nothing on the other side": {
      bars,
      at: holding((a, b) => [
        a.sell({ quantity: 15 }),
        a.sell({ quantity: 15, reduceOnly: true }),
        b.buy({ quantity: 20 }),
      ]),
      settings,
      fills: [HELD, "3 00:00 sell 15 A at 100", "3 00:00 buy 20 B at 100"],
    },
    "a limit that rests frees nothing: five fit beside fifteen": {
      bars,
      at: holding((a, b) => [a.sell({ quantity: 15, limit: 120 }), b.buy({ quantity: 6 }), b.buy({ quantity: 5 })]),
      settings,
      fills: [HELD, "3 00:00 buy 5 B at 100"],
    },
    "nor does a stop": {
      bars,
      at: holding((a, b) => [a.sell({ quantity: 15, stop: 80 }), b.buy({ quantity: 6 }), b.buy({ quantity: 5 })]),
      settings,
      fills: [HELD, "3 00:00 buy 5 B at 100"],
    },
    "nor a sale at the close of the session, for the purchase comes before it": {
      bars,
      at: holding((a, b) => [a.sell({ quantity: 15, timeInForce: "cls" }), b.buy({ quantity: 6 })]),
      settings,
      fills: [HELD, "4 00:00 sell 15 A at 100"],
      orders: ["buy market 15: filled", "sell market 15: filled", "buy market 6: rejected insufficient_funds"],
    },
    "at the fill it brings less: fifteen at 80 leave an equity of 700, which covers fourteen": {
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
    "where volume stretches the sale, the purchase has what it has freed so far: five sold leave ten, and ten fit beside them":
      {
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
