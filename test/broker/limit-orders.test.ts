import { describe, expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { play } from "../support/play.ts";

// An order of key 1 is given at the close of 1 January and meets the bar of 2 January first.
// What trades inside that bar carries the time of its close, "3 00:00"; what trades at its open "2 00:00" or, for a
// resting order that the open gaps through, the close too: an open is judged with its bar.

test("several resting sells of the same units are accepted by a cash account, which sells them once", () => {
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
  test("to buy fills at its limit when the bar touches it", () => {
    const { fills, orders } = play(barsFrom("100 100 100 100\n101 103 98 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10, limit: 98 }),
    });
    expect(fills).toEqual(["3 00:00 buy 10 X at 98"]);
    expect(orders).toEqual(["buy limit 10: filled"]);
  });

  test("to buy fills at the open when the bar gaps below it, which is better", () => {
    const { fills } = play(barsFrom("100 100 100 100\n96 103 95 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10, limit: 98 }),
    });
    expect(fills).toEqual(["3 00:00 buy 10 X at 96"]);
  });

  test("to buy above the market fills at the open, never at its limit", () => {
    const { fills } = play(barsFrom("100 100 100 100\n101 103 95 102"), {
      1: ({ orders }) => orders.buy({ quantity: 10, limit: 150 }),
    });
    expect(fills).toEqual(["3 00:00 buy 10 X at 101"]);
  });

  test("to sell fills at its limit when touched, and at the open when the bar gaps above it", () => {
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

  test("that is not touched by a cent does not fill", () => {
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

  test("is refused when cash does not pay for it at its limit, though it would at the last price", () => {
    // 10 × 100 = 1000 is within cash at the close, but the limit of 120 lets it cost 1200.
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

  test("a day order given at a daily close lives in the next session only, and expires at its close", () => {
    const { fills, orders, events } = play(bars, { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 98 }) });
    expect(fills).toEqual([]);
    expect(orders).toEqual(["buy limit 10: expired session_closed"]);
    expect(events).toEqual([
      "2 00:00 order 1 accepted",
      "2 00:00 order 1 new",
      "3 00:00 order 1 expired, session_closed",
    ]);
  });

  test("a gtc order lives on until it fills", () => {
    const { fills, events } = play(bars, {
      1: ({ orders }) => orders.buy({ quantity: 10, limit: 98, timeInForce: "gtc" }),
    });
    expect(fills).toEqual(["4 00:00 buy 10 X at 98"]);
    expect(events).toEqual(["2 00:00 order 1 accepted", "2 00:00 order 1 new", "4 00:00 order 1 fill"]);
  });

  test("a day order still fills inside the bar whose close ends it", () => {
    const { fills } = play(bars, { 2: ({ orders }) => orders.buy({ quantity: 10, limit: 98 }) });
    expect(fills).toEqual(["4 00:00 buy 10 X at 98"]);
  });

  test("orders carry it, and their tag, in the result", () => {
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
