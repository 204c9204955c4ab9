import { describe, expect, test } from "vitest";
import { closingsOf } from "../../src/engine/closings.ts";
import { barsFrom } from "../support/market.ts";
import { play } from "../support/play.ts";
import { still, reversedPosition } from "../support/reversed-position.ts";

describe("fills that reduce a position", () => {
  test("earn the difference to the average entry price, less their own commission", () => {
    const result = reversedPosition();
    // The average entry price is 105. The exits earn 15 × 15 and 5 × -15. Five units sold short at 90 then earn 5 × 10.
    const { profit, commission } = closingsOf(result.entries);
    expect([...profit]).toEqual([225, -75, 50]);
    expect([...commission]).toEqual([2, 2, 2]);
    expect([...result.performance.closings!.profit]).toEqual([225, -75, 50]);
  });

  test("do not exist while a position only grows", () => {
    const { result } = play(barsFrom(still(100).repeat(3)), {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => orders.buy({ quantity: 10 }),
    });
    expect(closingsOf(result.entries).profit).toHaveLength(0);
  });

  test("earn relative to the original cost after a split", () => {
    const entry = { sequence: 1, time: 0, symbol: "X", orderId: 1, price: 0 };
    const { profit } = closingsOf([
      { ...entry, kind: "fill", quantity: 10, amount: -1000 },
      { ...entry, kind: "split", quantity: 10, amount: 0 },
      { ...entry, kind: "fill", quantity: -5, amount: 300 },
    ]);
    expect([...profit]).toEqual([50]);
  });

  test("leave out units that were paid in cash or settled", () => {
    const entry = { sequence: 1, time: 0, symbol: "X", orderId: 1, price: 0 };
    const { profit } = closingsOf([
      // A split turns ten units bought at 100 into two and a half. The half is paid in cash; the other two cost 800 and
      // are sold for 900.
      { ...entry, kind: "fill", quantity: 10, amount: -1000 },
      { ...entry, kind: "split", quantity: -7.5, amount: 0 },
      { ...entry, kind: "cash_in_lieu", quantity: -0.5, amount: 204 },
      { ...entry, kind: "fill", quantity: -2, amount: 900 },
      // The next position is settled. Then one unit is sold short at 50 and bought back at 40.
      { ...entry, kind: "fill", quantity: 3, amount: -300 },
      { ...entry, kind: "settlement", quantity: -3, amount: 0 },
      { ...entry, kind: "fill", quantity: -1, amount: 50 },
      { ...entry, kind: "fill", quantity: 1, amount: -40 },
    ]);
    expect([...profit]).toEqual([100, 10]);
  });

  test("end a position of fractional units completely, despite binary rounding", () => {
    // In binary 0.1 + 0.2 - 0.3 is 5.6e-17, and 1000 + 0.1 - 1000 - 0.1 is 2.3e-14.
    const entry = { sequence: 1, time: 0, symbol: "X", orderId: 1, price: 0, kind: "fill" as const };
    const { profit } = closingsOf([
      { ...entry, quantity: -0.1, amount: 10 },
      { ...entry, quantity: -0.2, amount: 20 },
      { ...entry, quantity: 0.3, amount: -33 },
      { ...entry, quantity: 1000, amount: -1000 },
      { ...entry, quantity: 0.1, amount: -1 },
      { ...entry, quantity: -1000, amount: 2000.9 },
      { ...entry, quantity: -0.1, amount: 1 },
      { ...entry, quantity: -1, amount: 50 },
      { ...entry, quantity: 1, amount: -40 },
    ]);
    expect([...profit].map((value) => Math.round(value * 1000) / 1000)).toEqual([-3, 1000, 0.9, 10]);
  });
});
