import { describe, expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { play } from "../support/play.ts";

// The script's key 1 is the close of 1 January, so its order first works in the bar of 2 January. A fill inside that
// bar is recorded at its close, "3 00:00", and a market order at its open, "2 00:00".

test("a cash account accepts several resting sells of the same units, and sells each unit once", () => {
  const { fills, orders } = play(barsFrom("100 100 100 100\n100 100 100 100\n120 120 120 120\n90 90 90 90"), {
    1: (context) => context.orders.buy({ quantity: 10 }),
    2: (context) => {
      for (const price of [{ limit: 115 }, { limit: 118 }, { stop: 95 }, { limit: 130 }])
        context.orders.sell({ quantity: 10, timeInForce: "gtc", ...price });
    },
  });
  expect(fills).toEqual(["2 00:00 buy 10 X at 100", "4 00:00 sell 10 X at 120"]);
  expect(orders).toEqual([
    "buy market 10: filled",
    "sell limit 10: filled",
    "sell limit 10: canceled insufficient_position",
    "sell stop 10: canceled insufficient_position",
    "sell limit 10: new",
  ]);
});

describe("a limit order", () => {
  test("to buy fills at its limit when a bar touches that price", () => {
    const { fills, orders } = play(barsFrom("100 100 100 100\n101 103 98 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10, limit: 98 }),
    });
    expect(fills).toEqual(["3 00:00 buy 10 X at 98"]);
    expect(orders).toEqual(["buy limit 10: filled"]);
  });

  test("to buy fills at the open when the bar gaps below its limit, which is a better price", () => {
    const { fills } = play(barsFrom("100 100 100 100\n96 103 95 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10, limit: 98 }),
    });
    expect(fills).toEqual(["3 00:00 buy 10 X at 96"]);
  });

  test("to buy above the market fills at the open instead of its limit", () => {
    const { fills } = play(barsFrom("100 100 100 100\n101 103 95 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10, limit: 150 }),
    });
    expect(fills).toEqual(["3 00:00 buy 10 X at 101"]);
  });

  test("to sell fills at its limit when a bar touches it, and at the open when a bar gaps above it", () => {
    const touched = play(barsFrom("100 100 100 100\n100 100 100 100\n101 105 98 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => orders.sell({ quantity: 10, limit: 105 }),
    });
    expect(touched.fills.slice(1)).toEqual(["4 00:00 sell 10 X at 105"]);
    const gapped = play(barsFrom("100 100 100 100\n100 100 100 100\n107 108 98 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => orders.sell({ quantity: 10, limit: 105 }),
    });
    expect(gapped.fills.slice(1)).toEqual(["4 00:00 sell 10 X at 107"]);
  });

  test("does not fill if the bar's range ends a cent before its limit", () => {
    const { fills, orders } = play(barsFrom("100 100 100 100\n101 103 98.01 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10, limit: 98, timeInForce: "gtc" }),
    });
    expect(fills).toEqual([]);
    expect(orders).toEqual(["buy limit 10: new"]);
  });

  test("never slips", () => {
    const { fills } = play(
      barsFrom("100 100 100 100\n101 103 98 102"),
      { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 98 }) },
      { slippage: { model: "bps", bps: 50 } },
    );
    expect(fills).toEqual(["3 00:00 buy 10 X at 98"]);
  });

  test("is rejected if cash does not cover its limit price, even if cash covers the last price", () => {
    // Cash of 1000 covers 10 × 100 at the close, but at the limit of 120 the order may cost 1200.
    const buy = (cash: number) =>
      play(
        barsFrom("100 100 100 100\n115 120 98 102"),
        { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 120 }) },
        { cash },
      );
    expect(buy(1199.99).orders).toEqual(["buy limit 10: rejected insufficient_funds"]);
    expect(buy(1200).fills).toEqual(["3 00:00 buy 10 X at 115"]);
  });
});

describe("time in force", () => {
  const bars = barsFrom(`
    100 100 100 100
    101 103 99  102
    101 103 98  102
    101 103 97  102
  `);

  test("day lets an order submitted at a daily close work only in the next session", () => {
    const { fills, orders, events } = play(bars, { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 98 }) });
    expect(fills).toEqual([]);
    expect(orders).toEqual(["buy limit 10: expired session_closed"]);
    expect(events).toEqual([
      "2 00:00 order 1 accepted",
      "2 00:00 order 1 new",
      "3 00:00 order 1 expired, session_closed",
    ]);
  });

  test("gtc lets an order work until it fills", () => {
    const { fills, events } = play(bars, {
      1: ({ orders }) => orders.buy({ quantity: 10, limit: 98, timeInForce: "gtc" }),
    });
    expect(fills).toEqual(["4 00:00 buy 10 X at 98"]);
    expect(events).toEqual(["2 00:00 order 1 accepted", "2 00:00 order 1 new", "4 00:00 order 1 fill"]);
  });

  test("day lets an order fill inside the bar whose close ends it", () => {
    const { fills } = play(bars, { 2: ({ orders }) => orders.buy({ quantity: 10, limit: 98 }) });
    expect(fills).toEqual(["4 00:00 buy 10 X at 98"]);
  });

  test("and tag are part of the orders of a result", () => {
    const { result } = play(bars, {
      1({ orders }) {
        orders.buy({ quantity: 1, limit: 90 });
        orders.buy({ quantity: 2, limit: 90, timeInForce: "gtc", tag: "dip" });
      },
    });
    expect(result.orders).toMatchObject([
      { id: 1, symbol: "X", side: "buy", type: "limit", timeInForce: "day", limitPrice: 90, tag: "" },
      { id: 2, timeInForce: "gtc", quantity: 2, filledQuantity: 0, averageFillPrice: NaN, tag: "dip" },
    ]);
    expect(result.orders[1]).toMatchObject({ stopPrice: undefined, submittedAt: Date.UTC(2024, 0, 2) });
  });
});
