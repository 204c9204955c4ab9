import { describe, expect, test } from "vitest";
import { closingsOf } from "../../src/engine/closings.ts";
import { barsFrom } from "../support/market.ts";
import { play } from "../support/play.ts";

const STILL = (price: number) => `${price} ${price} ${price} ${price}\n`;

describe("fills that make a position smaller", () => {
  test("earn over the mean price of entry, and bear their own commission", () => {
    const { result } = play(
      barsFrom([100, 100, 110, 120, 90, 80].map(STILL).join("")),
      {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        2: ({ orders }) => orders.buy({ quantity: 10 }),
        3: ({ orders }) => orders.sell({ quantity: 15 }),
        4: ({ orders }) => orders.sell({ quantity: 10 }),
        5: ({ orders }) => orders.buy({ quantity: 5 }),
      },
      { account: "margin", commission: { model: "per-order", amount: 2 } },
    );
    // At 105 in the mean: 15 × 15; then 5 × -15, and 5 short at 90; then 5 × 10.
    const { profit, commission } = closingsOf(result.entries);
    expect([...profit]).toEqual([225, -75, 50]);
    expect([...commission]).toEqual([2, 2, 2]);
    expect([...result.performance.closings!.profit]).toEqual([225, -75, 50]);
  });

  test("are none while a position only grows", () => {
    const { result } = play(barsFrom(STILL(100).repeat(3)), {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => orders.buy({ quantity: 10 }),
    });
    expect(closingsOf(result.entries).profit).toHaveLength(0);
  });

  test("of units that a split changed earn over what those cost", () => {
    const entry = { sequence: 1, time: 0, symbol: "X", orderId: 1, price: 0 };
    const { profit } = closingsOf([
      { ...entry, kind: "fill", quantity: 10, amount: -1000 },
      { ...entry, kind: "split", quantity: 10, amount: 0 },
      { ...entry, kind: "fill", quantity: -5, amount: 300 },
    ]);
    expect([...profit]).toEqual([50]);
  });
});
