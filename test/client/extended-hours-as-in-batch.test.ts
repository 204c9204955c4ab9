import type { RunContext } from "hindcast";
import { expect, test } from "vitest";
import { both } from "../support/batch-and-remote.ts";
import { market, series, stock } from "../support/recorded-by-hand.ts";

test("a backtest and a run against a server agree on orders for extended hours, with and without bars in those hours", async () => {
  const recorded = market({
    instruments: [stock("AAA"), stock("BBB")],
    series: [
      series(
        "AAA",
        "30m",
        `2024-01-08T09:00 9 9 9 9 9
         2024-01-08T09:30 9 9 9 9 9
         2024-01-08T15:30 9 9 9 9 9
         2024-01-08T16:30 9 9 9 9 9
         2024-01-08T19:30 9 9 9 9 9
         2024-01-09T09:30 9 9 8 9 9`,
      ),
      series("BBB", "30m", "2024-01-08T09:30 5 5 5 5 9\n2024-01-08T15:30 5 5 5 5 9\n2024-01-09T09:30 5 5 4 5 9"),
    ],
  });
  const ask = ({ symbols, at }: RunContext) => {
    for (const symbol of symbols) {
      const { orders } = at(symbol);
      orders.buy({ quantity: 1, extendedHours: true, timeInForce: "gtc" });
      orders.buy({ quantity: 2, limit: 4, extendedHours: true });
      orders.buy({ quantity: 3, timeInForce: "gtc" });
    }
  };
  const { fills, orderEvents } = await both(
    recorded,
    { 0: ask, 1: ask, 2: ask, 3: ask, 4: ask },
    { hours: "extended" },
  );
  const times = new Map<string, number[]>();
  for (const { event, orderId, time } of orderEvents) {
    if (event !== "new") continue;
    const at = new Date(time).toISOString().slice(5, 16);
    times.set(at, [...(times.get(at) ?? []), orderId]);
  }
  expect(fills).toHaveLength(21);
  // Of every six orders, the first three are for AAA. Every third order is for regular hours only. BBB has no price before the open.
  expect(Object.fromEntries(times)).toEqual({
    "01-08T14:30": [1, 2, 3],
    "01-08T15:00": [7, 8, 9, 10, 11, 12],
    "01-08T21:00": [13, 14, 16, 17],
    "01-08T22:00": [19, 20, 22, 23],
    "01-09T09:00": [25, 26, 28, 29],
    "01-09T14:30": [15, 18, 21, 24, 27, 30],
  });
});
