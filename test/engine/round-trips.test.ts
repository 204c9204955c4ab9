import { describe, expect, test } from "vitest";
import { roundTripsOf } from "../../src/engine/performance-of.ts";
import { barsFrom } from "../support/market.ts";
import { play } from "../support/play.ts";
import { still, reversedPosition } from "../support/reversed-position.ts";

describe("round trips from flat to flat", () => {
  test("earn the total of their fills, and share a fill that reverses the position", () => {
    const result = reversedPosition();
    // The first trip earns 1800 + 450 - 1000 - 1100 - 7, the second 450 - 400 - 3.
    expect([...roundTripsOf(result.entries)]).toEqual([143, 47]);
    expect([...result.performance.roundTrips!]).toEqual([143, 47]);
  });

  test("are not complete while the position is open", () => {
    const { result } = play(barsFrom(still(100).repeat(4)), {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => orders.sell({ quantity: 9 }),
    });
    expect(roundTripsOf(result.entries)).toHaveLength(0);
  });

  test("are complete in the units after a split, and earn exactly zero despite binary noise", () => {
    const entry = { sequence: 1, time: 0, symbol: "X", orderId: 1, price: 0 };
    const profits = roundTripsOf([
      { ...entry, kind: "fill", quantity: 10, amount: -0.1 },
      { ...entry, kind: "fill", quantity: 20, amount: -0.2 },
      { ...entry, kind: "split", quantity: 30, amount: 0 },
      { ...entry, kind: "fill", quantity: -60, amount: 0.3 },
    ]);
    expect([...profits]).toEqual([0]);
  });

  test("may end with cash in lieu or with a settlement", () => {
    const entry = { sequence: 1, time: 0, symbol: "X", orderId: 1, price: 0 };
    const profits = roundTripsOf([
      { ...entry, kind: "fill", quantity: 4, amount: -400 },
      { ...entry, kind: "commission", quantity: 0, amount: -1 },
      { ...entry, kind: "split", quantity: -3.6, amount: 0 },
      { ...entry, kind: "cash_in_lieu", quantity: -0.4, amount: 420 },
      { ...entry, kind: "fill", quantity: -2, amount: 30 },
      { ...entry, kind: "settlement", quantity: 2, amount: -24 },
      { ...entry, kind: "fill", quantity: 1, amount: -10 },
      { ...entry, kind: "fill", quantity: -1, amount: 15 },
    ]);
    expect([...profits]).toEqual([19, 6, 5]);
  });
});
