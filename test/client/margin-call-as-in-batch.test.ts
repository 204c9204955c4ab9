import type { RunContext } from "hindcast";
import { expect, test } from "vitest";
import { both } from "../support/batch-and-remote.ts";
import { crypto, market, series } from "../support/recorded-by-hand.ts";

const of = (days: string) =>
  market({
    mainCalendar: "24/7",
    instruments: [crypto("AAAUSD", "AAA", { lot: 0.01 })],
    series: [series("AAAUSD", "1d", days, "UTC")],
  });

test("a backtest and a run against a server agree on a strategy that tries to cancel, replace and close a margin call", async () => {
  const recorded = of(`2024-01-01 100 100 100 100 9
         2024-01-02 100 100 66 66 9
         2024-01-03 60 60 50 50 9
         2024-01-04 50 50 50 50 9`);
  // Twenty units are bought with 1,000 in cash. At a price of 66, equity is 320, below the margin of 330, a quarter of 1,320.
  const steps = {
    0: ({ at }: RunContext) => void at("AAAUSD").orders.buy({ quantity: 20 }),
    1({ at }: RunContext) {
      const { orders } = at("AAAUSD");
      orders.replace(orders.open[0]!.id, { quantity: 1 });
      orders.replace(orders.open[0]!.id, {});
      orders.cancel(orders.open[0]!.id);
      orders.cancelAll();
      orders.close({ tag: "mine" });
    },
  };
  const { orders } = await both(recorded, steps, { account: "margin", marginCalls: "at-close", cash: 1000 });
  expect(orders.slice(1).map(({ tag, status, reason }) => [tag, status, reason])).toEqual([
    ["margin call", "filled", ""],
    ["margin call", "rejected", "margin_call"],
    ["margin call", "rejected", "margin_call"],
    ["mine", "canceled", "insufficient_position"],
  ]);
});

test("a backtest and a run against a server agree on a target next to the order of a margin call that is canceled or replaced", async () => {
  const recorded = of(`2024-01-01 100 100 100 100 9
         2024-01-02 100 140 100 140 9
         2024-01-03 140 140 140 140 9
         2024-01-04 140 140 140 140 9`);
  type Orders = ReturnType<RunContext["at"]>["orders"];
  for (const change of [
    (orders: Orders) => orders.cancelAll(),
    (orders: Orders) => void orders.replace(orders.open[0]!.id, { quantity: 5 }),
  ]) {
    // At a price of 140, equity has fallen from 1,000 to 240, and the margin call buys back all 19 units. Half of the equity is 0.857
    // units, in lots of 0.01.
    const { orders } = await both(
      recorded,
      {
        0: ({ at }) => void at("AAAUSD").orders.sell({ quantity: 19 }),
        1: ({ at }) => {
          const { orders: symbolOrders } = at("AAAUSD");
          change(symbolOrders);
          symbolOrders.target({ AAAUSD: 0.5 });
        },
      },
      { account: "margin", marginCalls: "at-close", cash: 1000 },
    );
    const filled = orders.filter(({ status }) => status === "filled");
    expect(filled.map(({ side, filledQuantity }) => [side, filledQuantity])).toEqual([
      ["sell", 19],
      ["buy", 19],
      ["buy", 0.85],
    ]);
  }
});

test("a backtest and a run against a server agree on margin calls within bars, for several symbols and one with a stop", async () => {
  const days = (rows: readonly string[]) => rows.map((row, i) => `2024-01-0${i + 1} ${row} 9`).join("\n");
  const recorded = market({
    mainCalendar: "24/7",
    instruments: [crypto("AAAUSD", "AAA", { lot: 0.01 }), crypto("BBBUSD", "BBB", { lot: 0.01 })],
    series: [
      series("AAAUSD", "1d", days(["100 100 100 100", "100 100 100 100", "100 100 20 90", "90 90 90 90"]), "UTC"),
      series("BBBUSD", "1d", days(["100 100 100 100", "100 100 100 100", "100 100 80 90", "60 60 60 60"]), "UTC"),
    ],
  });
  const { orders } = await both(
    recorded,
    {
      0({ at }) {
        at("AAAUSD").orders.buy({ quantity: 12 });
        at("BBBUSD").orders.buy({ quantity: 8, stopLoss: 70, timeInForce: "gtc" });
      },
    },
    { account: "margin", cash: 1000 },
  );
  // Computed in test/broker/in-bar-margin-calls.test.ts: when equity reaches the margin of both positions, B is the larger one; afterwards
  // A falls further.
  expect(orders.map(({ symbol, type, tag, status }) => [symbol, type, tag, status])).toEqual([
    ["AAAUSD", "market", "", "filled"],
    ["BBBUSD", "market", "", "filled"],
    ["BBBUSD", "stop", "", "canceled"],
    ["BBBUSD", "stop", "margin call", "filled"],
    ["AAAUSD", "stop", "margin call", "filled"],
  ]);
  expect(orders[3]!.averageFillPrice).toBe(88.09);
});
