import { backtest, defineStrategy, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import { barsFrom, flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

const bars = flatBars([100, 100, 100, 100, 100]);
const holding: Script = { 1: ({ orders }) => orders.buy({ quantity: 10 }) };

describe("close()", () => {
  test("cancels the symbol's open exits and sells the position at the next open", () => {
    const { fills, orders, events, result } = play(bars, {
      ...holding,
      2({ orders }) {
        orders.sell({ quantity: 10, limit: 120, timeInForce: "gtc" });
        orders.sell({ quantity: 10, stop: 80, timeInForce: "gtc" });
      },
      3: ({ orders }) => orders.close({ tag: "done" }),
    });
    expect(fills).toEqual(["2 00:00 buy 10 X at 100", "4 00:00 sell 10 X at 100"]);
    expect(orders.slice(1)).toEqual([
      "sell limit 10: canceled position_closed",
      "sell stop 10: canceled position_closed",
      "sell market 10: filled",
    ]);
    expect(events.filter((event) => event.startsWith("4 00:00"))).toEqual([
      "4 00:00 order 2 canceled, position_closed",
      "4 00:00 order 3 canceled, position_closed",
      "4 00:00 order 4 accepted",
      "4 00:00 order 4 new",
      "4 00:00 order 4 fill",
    ]);
    expect(result.orders[3]).toMatchObject({ tag: "done", timeInForce: "gtc" });
  });

  test("keeps open entries of the symbol and exits of other symbols", () => {
    const { orders } = play(
      { A: bars, B: bars },
      {
        1({ at }) {
          at("A").orders.buy({ quantity: 1 });
          at("B").orders.buy({ quantity: 2 });
        },
        2({ at }) {
          at("A").orders.buy({ quantity: 3, limit: 50, timeInForce: "gtc" });
          at("B").orders.sell({ quantity: 2, stop: 50, timeInForce: "gtc" });
        },
        3: ({ at }) => at("A").orders.close(),
      },
    );
    expect(orders.slice(2)).toEqual(["buy limit 3: new", "sell stop 2: new", "sell market 1: filled"]);
  });

  test("does nothing and returns 0 when the symbol is flat", () => {
    let id: number | undefined;
    const { orders } = play(bars, {
      1: (x) => {
        id = x.orders.close();
      },
    });
    expect(id).toBe(0);
    expect(orders).toEqual([]);
  });

  test("sells the position once when it is called twice", () => {
    const { fills, orders } = play(bars, {
      ...holding,
      2({ orders }) {
        orders.close();
        orders.close();
      },
    });
    expect(fills.slice(1)).toEqual(["3 00:00 sell 10 X at 100"]);
    expect(orders.slice(1)).toEqual(["sell market 10: canceled position_closed", "sell market 10: filled"]);
  });

  test("submits an order that stays open over days without a bar", () => {
    const { fills } = play(barsFrom("100 100 100 100\n100 100 100 100\n-\n-\n90 90 90 90"), {
      ...holding,
      2: ({ orders }) => orders.close(),
    });
    expect(fills[1]).toBe("5 00:00 sell 10 X at 90");
  });
});

describe("cancel()", () => {
  test("ends a resting order before it fills", () => {
    const { fills, orders, events } = play(barsFrom("100 100 100 100\n100 100 100 100\n100 100 90 95"), {
      1: ({ orders }) => orders.buy({ quantity: 10, limit: 95, timeInForce: "gtc" }),
      2: ({ orders }) => orders.cancel(1),
    });
    expect(fills).toEqual([]);
    expect(orders).toEqual(["buy limit 10: canceled requested"]);
    expect(events.at(-1)).toBe("3 00:00 order 1 canceled, requested");
  });

  test("cancels an order of the same hook by the id that its call returned", () => {
    const { orders } = play(bars, {
      1({ orders }) {
        orders.buy({ quantity: 1 });
        orders.cancel(orders.buy({ quantity: 2 }));
      },
    });
    expect(orders).toEqual(["buy market 1: filled", "buy market 2: canceled requested"]);
  });

  test("does nothing for an ended or unknown order", () => {
    const { orders, events } = play(bars, {
      1: ({ orders }) => orders.buy({ quantity: 1 }),
      2({ orders }) {
        orders.cancel(1);
        orders.cancel(99);
      },
    });
    expect(orders).toEqual(["buy market 1: filled"]);
    expect(events).toHaveLength(3);
  });

  test("of all orders affects only the symbol for which it is called", () => {
    const { orders } = play(
      { A: bars, B: bars },
      {
        1({ at }) {
          at("A").orders.buy({ quantity: 1, limit: 50, timeInForce: "gtc" });
          at("B").orders.buy({ quantity: 2, limit: 50, timeInForce: "gtc" });
          at("A").orders.buy({ quantity: 3, limit: 50, timeInForce: "gtc" });
        },
        2: ({ at }) => at("A").orders.cancelAll(),
      },
    );
    expect(orders).toEqual(["buy limit 1: canceled requested", "buy limit 2: new", "buy limit 3: canceled requested"]);
  });

  test("of all orders includes earlier orders of the same hook and excludes later ones", () => {
    const limit = { limit: 50, timeInForce: "gtc" } as const;
    const { orders } = play(
      { A: bars, B: bars },
      {
        1: ({ at }) => void at("A").orders.buy({ quantity: 1, ...limit }),
        2({ at }) {
          const own = at("A").orders;
          own.replace(1, { limit: 49 });
          own.buy({ quantity: 2 });
          at("B").orders.buy({ quantity: 3, ...limit });
          own.buy({ quantity: 4, limit: 50, takeProfit: 120, stopLoss: 40 });
          own.cancelAll();
          own.buy({ quantity: 5, ...limit });
        },
      },
    );
    expect(orders).toEqual([
      "buy limit 1: replaced replaced",
      "buy limit 1: canceled requested",
      "buy market 2: canceled requested",
      "buy limit 3: new",
      "buy limit 4: canceled requested",
      "sell limit 4: canceled parent_ended",
      "sell stop 4: canceled parent_ended",
      "buy limit 5: new",
    ]);
  });

  test("releases the buying power that the order reserved, for later orders", () => {
    const { orders } = play(
      bars,
      {
        1: ({ orders }) => orders.buy({ quantity: 10, limit: 50, timeInForce: "gtc" }),
        2({ orders }) {
          orders.buy({ quantity: 10 });
          orders.cancel(1);
          orders.buy({ quantity: 10 });
        },
      },
      { cash: 1000 },
    );
    expect(orders).toEqual([
      "buy limit 10: canceled requested",
      "buy market 10: rejected insufficient_funds",
      "buy market 10: filled",
    ]);
  });
});

test("an exit that was replaced before its entry filled is not open at the end of a run", () => {
  const seen: string[] = [];
  const strategy = defineStrategy({
    name: "last-change",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 1, limit: 50, timeInForce: "gtc", takeProfit: 120 });
      if (bar.index === 1) orders.replace(2, { limit: 130 });
    },
    onEnd: ({ at }) => {
      for (const { id, status } of at("A").orders.open) seen.push(`${id} ${status}`);
    },
  });
  backtest(strategy, marketOf({ A: flatBars([100, 100]) }));
  expect(seen).toEqual(["1 new", "3 held"]);
});
