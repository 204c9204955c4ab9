import type { RunContext } from "hindcast";
import { describe, expect, test } from "vitest";
import { both } from "../support/batch-and-remote.ts";
import { crypto, day, market, series } from "../support/recorded-by-hand.ts";

const days = (count: number, price: number) =>
  Array.from({ length: count }, (_, i) => `2024-01-${`${i + 1}`.padStart(2, "0")} ${`${price} `.repeat(4)}9`).join(
    "\n",
  );

const recorded = (declared: boolean) =>
  market({
    mainCalendar: "24/7",
    instruments: [crypto("AAAUSD", "AAA"), crypto("BBBUSD", "BBB")],
    series: [series("AAAUSD", "1d", days(4, 50), "UTC"), series("BBBUSD", "1d", days(9, 10), "UTC")],
    actions: declared
      ? [
          {
            symbol: "AAAUSD",
            kind: "delisting",
            exDate: day("2024-01-05"),
            ratio: 1,
            cash: 0,
            price: 45,
            currency: "USD",
          },
        ]
      : [],
  });

const steps = {
  0: ({ at }: RunContext) =>
    void at("AAAUSD").orders.buy({ quantity: 10, takeProfit: 90, stopLoss: 20, timeInForce: "gtc" }),
  5: ({ at }: RunContext) => void at("BBBUSD").orders.buy({ percent: 1 }),
  6: ({ at }: RunContext) => void at("AAAUSD").orders.buy({ quantity: 1 }),
};

describe("a backtest and a run against a server have equal results", () => {
  test("if a delisting settles a position", async () => {
    const { orders, fills } = await both(recorded(true), steps, { cash: 500 });
    expect(fills.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
      ["AAAUSD", 10],
      ["BBBUSD", 45],
    ]);
    expect(orders.map(({ status, reason }) => [status, reason])).toEqual([
      ["filled", ""],
      ["canceled", "delisted"],
      ["canceled", "other_leg"],
      ["filled", ""],
      ["rejected", "delisted"],
    ]);
  });

  test.each(["hold", "settle"] as const)("if bars end without a declared delisting, with %s", async (barsEnd) => {
    const { orders } = await both(recorded(false), steps, { cash: 600, barsEnd });
    expect(orders.filter(({ reason }) => reason === "bars_ended").length).toBeGreaterThan(0);
  });
});
