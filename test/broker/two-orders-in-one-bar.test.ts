import { describe, expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

const flat = "100 100 100 100\n100 100 100 100\n";
/**
 * Buys ten units at 100 at the open of 2 January. The given orders are submitted at the close of that day and work in
 * the bar of 3 January.
 */
const holding = (orders: Script[string]): Script => ({ 1: (x) => x.orders.buy({ quantity: 10 }), 2: orders });

const bracket = holding(({ orders }) => {
  orders.sell({ quantity: 10, limit: 105, tag: "target" });
  orders.sell({ quantity: 10, stop: 95, tag: "stop" });
});

describe("a stop and a target of one position", () => {
  test("reached by the same bar: the stop fills, marked ambiguous, and the target is canceled", () => {
    const { fills, orders, events, result } = play(barsFrom(`${flat}100 106 94 104`), bracket);
    expect(fills.slice(1)).toEqual(["4 00:00 sell 10 X at 95, ambiguous"]);
    expect(orders.slice(1)).toEqual(["sell limit 10: canceled insufficient_position", "sell stop 10: filled"]);
    expect(events.slice(-3)).toEqual([
      "4 00:00 order 3 triggered",
      "4 00:00 order 3 fill",
      "4 00:00 order 2 canceled, insufficient_position",
    ]);
    expect(result.counts.ambiguous).toBe(1);
  });

  test("reached by the same bar: the stop fills even if the target is nearer to the open", () => {
    const { fills } = play(barsFrom(`${flat}104 106 94 104`), bracket);
    expect(fills.slice(1)).toEqual(["4 00:00 sell 10 X at 95, ambiguous"]);
  });

  test.each([
    [
      "the bar reaches only the target",
      "100 105 96 104",
      "sell 10 X at 105",
      ["limit 10: filled", "stop 10: expired session_closed"],
    ],
    [
      "the bar reaches only the stop",
      "100 104 95 97",
      "sell 10 X at 95",
      ["limit 10: expired session_closed", "stop 10: filled"],
    ],
    [
      "the open gaps through the target",
      "107 108 94 95",
      "sell 10 X at 107",
      ["limit 10: filled", "stop 10: canceled insufficient_position"],
    ],
    [
      "the open gaps through the stop",
      "93 106 92 95",
      "sell 10 X at 93",
      ["limit 10: canceled insufficient_position", "stop 10: filled"],
    ],
  ])("are not marked ambiguous when %s", (_, bar, fill, [target, stop]) => {
    const { fills, orders } = play(barsFrom(flat + bar), bracket);
    expect(fills.slice(1)).toEqual([`4 00:00 ${fill}`]);
    expect(orders.slice(1)).toEqual([`sell ${target}`, `sell ${stop}`]);
  });
});

describe("orders on one side of the open", () => {
  test("fill by distance from the open, not by submission, and are not marked ambiguous", () => {
    const { fills } = play(barsFrom("100 100 100 100\n100 101 90 95"), {
      1({ orders }) {
        orders.buy({ quantity: 1, limit: 92 });
        orders.buy({ quantity: 2, limit: 97 });
        orders.buy({ quantity: 3, limit: 95 });
      },
    });
    expect(fills).toEqual(["3 00:00 buy 2 X at 97", "3 00:00 buy 3 X at 95", "3 00:00 buy 1 X at 92"]);
  });

  test("at the same price fill in the order of submission", () => {
    const { fills } = play(barsFrom("100 100 100 100\n100 101 90 95"), {
      1({ orders }) {
        orders.buy({ quantity: 7, limit: 95 });
        orders.buy({ quantity: 6, limit: 95 });
        orders.buy({ quantity: 8, limit: 95 });
      },
    });
    expect(fills).toEqual(["3 00:00 buy 7 X at 95", "3 00:00 buy 6 X at 95", "3 00:00 buy 8 X at 95"]);
  });

  test("keep their quantities: a buy above a stop fills first, and the stop sells only its own quantity", () => {
    const { fills, orders } = play(
      barsFrom(`${flat}100 101 90 95`),
      holding(({ orders }) => {
        orders.sell({ quantity: 10, stop: 94 });
        orders.buy({ quantity: 5, limit: 97 });
      }),
    );
    expect(fills.slice(1)).toEqual(["4 00:00 buy 5 X at 97", "4 00:00 sell 10 X at 94"]);
    expect(orders.slice(1)).toEqual(["sell stop 10: filled", "buy limit 5: filled"]);
  });
});

describe("orders on both sides of the open", () => {
  test("fill the nearer side first if all are limit orders, and are marked ambiguous", () => {
    const { fills } = play(
      barsFrom(`${flat}100 106 94 104`),
      holding(({ orders }) => {
        orders.sell({ quantity: 10, limit: 105 });
        orders.buy({ quantity: 5, limit: 97 });
      }),
    );
    expect(fills.slice(1)).toEqual(["4 00:00 buy 5 X at 97, ambiguous", "4 00:00 sell 10 X at 105, ambiguous"]);
  });

  test("without a position fill the nearest stop before a limit that is nearer", () => {
    const { fills } = play(barsFrom("100 100 100 100\n100 106 94 104"), {
      1({ orders }) {
        orders.buy({ quantity: 1, limit: 99 });
        orders.buy({ quantity: 2, stop: 103 });
      },
    });
    expect(fills).toEqual(["3 00:00 buy 2 X at 103, ambiguous", "3 00:00 buy 1 X at 99, ambiguous"]);
  });

  test("fill a stop that protects the position before a nearer stop that adds to the position", () => {
    const { fills } = play(
      barsFrom(`${flat}100 106 93 104`),
      holding(({ orders }) => {
        orders.buy({ quantity: 5, stop: 103 });
        orders.sell({ quantity: 10, stop: 94 });
      }),
    );
    expect(fills.slice(1)).toEqual(["4 00:00 sell 10 X at 94, ambiguous", "4 00:00 buy 5 X at 103, ambiguous"]);
  });

  test("mark no fill at the open as ambiguous, although later fills are", () => {
    const { fills } = play(
      barsFrom(`${flat}98 106 94 104`),
      holding(({ orders }) => {
        orders.buy({ quantity: 1, limit: 99 });
        orders.sell({ quantity: 4, limit: 105 });
        orders.sell({ quantity: 4, stop: 95 });
      }),
    );
    expect(fills.slice(1)).toEqual([
      "4 00:00 buy 1 X at 98",
      "4 00:00 sell 4 X at 95, ambiguous",
      "4 00:00 sell 4 X at 105, ambiguous",
    ]);
  });

  test("mark no fill as ambiguous if a fill at the open canceled the orders on one side", () => {
    const { fills } = play(
      barsFrom(`${flat}97 106 94 104`),
      holding(({ orders }) => {
        orders.oco({ takeProfit: 105, stopLoss: 98, quantity: 4 });
        orders.sell({ quantity: 6, stop: 95 });
      }),
    );
    expect(fills.slice(1)).toEqual(["4 00:00 sell 4 X at 97", "4 00:00 sell 6 X at 95"]);
  });

  test("fill the stop first that protects a position entered by limit at the open", () => {
    const { fills } = play(
      barsFrom("100 100 100 100\n97 100 93 96"),
      {
        1({ orders }) {
          orders.buy({ quantity: 10, limit: 98 });
          orders.sell({ quantity: 10, stop: 94 });
          orders.buy({ quantity: 5, stop: 99 });
        },
      },
      { account: "margin" },
    );
    expect(fills).toEqual([
      "3 00:00 buy 10 X at 97",
      "3 00:00 sell 10 X at 94, ambiguous",
      "3 00:00 buy 5 X at 99, ambiguous",
    ]);
  });

  test("fill the older of two equally distant stops first, after a target filled at the open", () => {
    // The target closes the position at 100. Then neither stop protects a position, and both are 4 away from the open.
    const { fills } = play(
      barsFrom(`${flat}100 104 96 100`),
      holding(({ orders }) => {
        orders.buy({ quantity: 10, stop: 104 });
        orders.sell({ quantity: 10, limit: 99 });
        orders.sell({ quantity: 10, stop: 96 });
      }),
    );
    expect(fills.slice(1)).toEqual([
      "4 00:00 sell 10 X at 100",
      "4 00:00 buy 10 X at 104, ambiguous",
      "4 00:00 sell 10 X at 96, ambiguous",
    ]);
  });

  test("mark no fill as ambiguous because of a stop-limit order that triggers without filling", () => {
    // The buy triggers at the open of 108 and does not fill, as its limit is 103. Only the protective stop fills.
    const { fills, events } = play(
      barsFrom(`${flat}108 109 104 106`),
      holding(({ orders }) => {
        orders.buy({ quantity: 1, stop: 102, limit: 103, timeInForce: "gtc" });
        orders.sell({ quantity: 10, stop: 105 });
      }),
    );
    expect(fills.slice(1)).toEqual(["4 00:00 sell 10 X at 105"]);
    expect(events.filter((event) => event.startsWith("4 00:00"))).toEqual([
      "4 00:00 order 2 triggered",
      "4 00:00 order 3 triggered",
      "4 00:00 order 3 fill",
    ]);
  });
});

describe("stop-losses of two entries inside one bar", () => {
  /** Two limit entries of 5 units, each with its own stop-loss. */
  const entries = (
    side: "buy" | "sell",
    ...limits: readonly (readonly [limit: number, stopLoss: number])[]
  ): Script => ({
    2({ orders }) {
      for (const [limit, stopLoss] of limits) orders[side]({ quantity: 5, limit, stopLoss, timeInForce: "gtc" });
    },
  });

  test("fill in the order in which the falling price reaches their stop prices", () => {
    const bars = barsFrom("110 110 110 110\n110 110 110 110\n108 108 90 91");
    const { fills, result } = play(bars, entries("buy", [105, 99], [97.5, 96]));
    expect(fills).toEqual([
      "4 00:00 buy 5 X at 105",
      "4 00:00 buy 5 X at 97.5",
      "4 00:00 sell 5 X at 99, ambiguous",
      "4 00:00 sell 5 X at 96, ambiguous",
    ]);
    // Matched first in, first out, one trade goes from 105 to 99 and the other from 97.5 to 96: both lose.
    expect(result.trades.map(({ pnl }) => pnl)).toEqual([-30, -7.5]);
  });

  test("at the same price fill the older one first", () => {
    const bars = barsFrom("110 110 110 110\n110 110 110 110\n108 108 90 91");
    const { result } = play(bars, entries("buy", [105.3, 96.1], [97.7, 96.1]));
    expect(result.fills.map(({ orderId }) => orderId)).toEqual([1, 3, 2, 4]);
  });

  test("of short positions fill in the order in which the rising price reaches their stop prices", () => {
    const bars = barsFrom("100 100 100 100\n100 100 100 100\n102 120 102 119");
    const { result } = play(bars, entries("sell", [105, 111], [112.5, 114]), { account: "margin" });
    expect(result.fills.map(({ price }) => price)).toEqual([105, 112.5, 111, 114]);
    expect(result.trades.map(({ pnl }) => pnl)).toEqual([-30, -7.5]);
  });

  test("share the remaining volume in the order in which the price reaches them", () => {
    const bars = barsFrom("110 110 110 110 1000\n110 110 110 110 1000\n108 108 90 91 1500\n91 91 91 91 1500");
    const { fills } = play(bars, entries("buy", [105, 96], [97.5, 95.5]), { volumeShare: 0.01 });
    // Volume allows 15 units: five for each entry, and five for the stop-loss that the price reaches first.
    expect(fills.slice(2)).toEqual(["4 00:00 sell 5 X at 96, ambiguous", "5 00:00 sell 5 X at 91"]);
  });
});
