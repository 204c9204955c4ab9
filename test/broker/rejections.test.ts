import { describe, expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

const BARS = barsFrom("100 100 100 100\n100 104 96 102\n102 102 102 102");

/** Last event of a script's first order: its name, reason, required amount and available amount. */
function refused(script: Script, settings = {}, terms = {}) {
  const { result } = play(BARS, script, { cash: 1000, ...settings }, terms);
  const { event, reason, required, available } = result.orderEvents.findLast(({ orderId }) => orderId === 1)!;
  return [event, reason, required, available];
}

describe("a rejected order records what it required and what was available:", () => {
  test.each<[string, Script, object, unknown[]]>([
    [
      "cash, including the commission",
      { 1: ({ orders }) => void orders.buy({ quantity: 11 }) },
      { commission: { model: "per-order", amount: 3 } },
      ["rejected", "insufficient_funds", 1103, 1000],
    ],
    [
      "cash at the order's limit",
      { 1: ({ orders }) => void orders.buy({ quantity: 11, limit: 95 }) },
      {},
      ["rejected", "insufficient_funds", 1045, 1000],
    ],
    [
      "units of the position",
      { 1: ({ orders }) => void orders.sell({ quantity: 4 }) },
      {},
      ["rejected", "insufficient_position", 4, 0],
    ],
    [
      "the lot, and the computed quantity",
      { 1: ({ orders }) => void orders.buy({ notional: 25 }) },
      {},
      ["rejected", "quantity_below_lot", 1, 0.25],
    ],
    [
      "the order's price and the exit on its wrong side",
      { 1: ({ orders }) => void orders.buy({ quantity: 1, takeProfit: 99 }) },
      {},
      ["rejected", "wrong_side", 100, 99],
    ],
    [
      "the order's price and the stop price of its risk",
      { 1: ({ orders }) => void orders.buy({ risk: 0.01, stopPrice: 101 }) },
      {},
      ["rejected", "wrong_side", 100, 101],
    ],
  ])("%s", (_, script, settings, expected) => {
    expect(refused(script, settings)).toEqual(expected);
  });

  test("cash for a replacement, including the cash that the replaced order reserves", () => {
    const script: Script = {
      1: ({ orders }) => void orders.buy({ quantity: 5, limit: 90, timeInForce: "gtc" }),
      2: ({ orders }) => void orders.replace(1, { quantity: 20 }),
    };
    const { result } = play(BARS, script, { cash: 1000 });
    expect(result.orderEvents.find(({ event }) => event === "rejected")).toMatchObject({
      reason: "insufficient_funds",
      required: 1800,
      available: 1000,
    });
  });

  test("other events of the order have no such amounts", () => {
    const { result } = play(BARS, { 1: ({ orders }) => void orders.buy({ quantity: 1 }) }, { cash: 1000 });
    expect(result.orderEvents.map((step) => Object.hasOwn(step, "required"))).toEqual([false, false, false]);
  });
});
