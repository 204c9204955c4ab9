import { backtest, type Bars, defineStrategy, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import { barsFrom, flatBars, withColumns } from "../support/market.ts";
import { play } from "../support/play.ts";

describe("orders for several symbols at one open", () => {
  const bars = { A: flatBars([100, 100, 100, 100]), B: flatBars([50, 50, 50, 50]) };

  test("a sell pays for a later buy of another symbol", () => {
    const { fills, orders, result } = play(
      bars,
      {
        1: ({ at }) => at("A").orders.buy({ quantity: 10 }),
        2({ at }) {
          at("A").orders.sell({ quantity: 10 });
          at("B").orders.buy({ quantity: 20 });
        },
      },
      { cash: 1000 },
    );
    expect(fills).toEqual(["2 00:00 buy 10 A at 100", "3 00:00 sell 10 A at 100", "3 00:00 buy 20 B at 50"]);
    expect(orders).toEqual(["buy market 10: filled", "sell market 10: filled", "buy market 20: filled"]);
    expect(result.equity.cash.at(-1)).toBe(0);
  });

  test("fill in the order in which one hook submitted them, whatever their symbols", () => {
    const { fills } = play(bars, {
      1({ at }) {
        at("B").orders.buy({ quantity: 1 });
        at("A").orders.buy({ quantity: 2 });
        at("B").orders.buy({ quantity: 3 });
      },
    });
    expect(fills).toEqual(["2 00:00 buy 1 B at 50", "2 00:00 buy 2 A at 100", "2 00:00 buy 3 B at 50"]);
  });

  test("a sell pays for an earlier buy, unless the setting admission is as-submitted", () => {
    const buyThenSell = (admission: "reducing-first" | "as-submitted") =>
      play(
        bars,
        {
          1: ({ at }) => at("A").orders.buy({ quantity: 10 }),
          2({ at }) {
            at("B").orders.buy({ quantity: 20 });
            at("A").orders.sell({ quantity: 10 });
          },
        },
        { cash: 1000, admission },
      );
    const { orders, fills } = buyThenSell("reducing-first");
    // Ids and the list of orders follow the calls. Fills follow the order of acceptance.
    expect(orders.slice(1)).toEqual(["buy market 20: filled", "sell market 10: filled"]);
    expect(fills.slice(1)).toEqual(["3 00:00 sell 10 A at 100", "3 00:00 buy 20 B at 50"]);
    expect(buyThenSell("as-submitted").orders.slice(1)).toEqual([
      "buy market 20: rejected insufficient_funds",
      "sell market 10: filled",
    ]);
  });

  test("calls for one symbol keep their order: a sell submitted after a buy waits for that buy", () => {
    const { orders, fills } = play(
      bars,
      {
        1: ({ at }) => at("A").orders.buy({ quantity: 10 }),
        2({ at }) {
          at("B").orders.buy({ quantity: 20 });
          at("A").orders.buy({ quantity: 1 });
          at("A").orders.sell({ quantity: 10 });
        },
      },
      { cash: 1000 },
    );
    expect(orders.slice(1)).toEqual([
      "buy market 20: rejected insufficient_funds",
      "buy market 1: rejected insufficient_funds",
      "sell market 10: filled",
    ]);
    expect(fills.slice(1)).toEqual(["3 00:00 sell 10 A at 100"]);
  });

  test("canceling an order frees its reserved cash before an earlier buy of another symbol is checked", () => {
    const { orders } = play(
      bars,
      {
        1: ({ at }) => at("B").orders.buy({ quantity: 20, limit: 40, timeInForce: "gtc" }),
        2({ at }) {
          at("A").orders.buy({ quantity: 10 });
          at("B").orders.cancelAll();
        },
      },
      { cash: 1000 },
    );
    expect(orders).toEqual(["buy limit 20: canceled requested", "buy market 10: filled"]);
  });

  test("buys submitted in hooks of different symbols are accepted in order of the symbols' turnover, largest first", () => {
    const flat = (price: number, volume: number) =>
      withColumns(flatBars([price, price, price]), { volume: new Float64Array(3).fill(volume) });
    const all = defineStrategy({
      name: "all",
      onBar: ({ orders, bar }) => void (bar.index === 0 && orders.buy({ percent: 0.8 })),
    });
    const run = (data: Record<string, Bars>, admission: "reducing-first" | "as-submitted" = "reducing-first") =>
      backtest(all, marketOf(data), { cash: 1000, admission }).fills.map(({ symbol, quantity }) => [symbol, quantity]);
    // The turnover of B, 50 × 30, is above that of A, 100 × 10. The buy of B spends 800 of 1000, and A gets the
    // remaining 200.
    expect(run({ A: flat(100, 10), B: flat(50, 30) })).toEqual([
      ["B", 16],
      ["A", 2],
    ]);
    expect(run({ B: flat(100, 10), A: flat(50, 30) })).toEqual([
      ["A", 16],
      ["B", 2],
    ]);
    expect(run({ A: flat(100, 10), B: flat(50, 30) }, "as-submitted")).toEqual([
      ["A", 8],
      ["B", 4],
    ]);
  });
});

describe("a symbol with missing bars", () => {
  const bars = {
    A: flatBars([100, 101, 102, 103]),
    B: barsFrom("50 50 50 50\n-\n-\n60 60 60 60"),
  };

  test("delays its order while orders of other symbols fill", () => {
    const { fills } = play(bars, {
      1({ at }) {
        at("B").orders.buy({ quantity: 5 });
        at("A").orders.buy({ quantity: 5 });
      },
    });
    expect(fills).toEqual(["2 00:00 buy 5 A at 101", "4 00:00 buy 5 B at 60"]);
  });

  test("is valued at its last known price", () => {
    const seen: unknown[] = [];
    const note = ({
      at,
    }: {
      at: (symbol: string) => { stale: boolean; closedNow: boolean; position: { marketPrice: number } };
    }) => {
      const { stale, closedNow, position } = at("B");
      seen.push([stale, closedNow, position.marketPrice]);
    };
    const { result } = play(
      { A: bars.A, B: barsFrom("50 50 50 50\n55 56 54 55\n-\n60 61 59 60") },
      { 1: ({ at }) => at("B").orders.buy({ quantity: 10 }), 2: note, 3: note, 4: note },
    );
    expect(seen).toEqual([
      [false, true, 55],
      [true, false, 55],
      [false, true, 60],
    ]);
    // Cash is 100,000 − 10 × 55 = 99,450. The ten units are worth 55, 55 and 60 each.
    expect(Array.from(result.equity.equity)).toEqual([100_000, 100_000, 100_000, 100_050]);
  });

  test("reduces a buy that its own later sale was to pay for", () => {
    // The expected proceeds of selling B counted when the buy of A was accepted, but B opens two days later.
    const { fills, orders } = play(
      { A: flatBars([100, 100, 100, 100, 100]), B: barsFrom("50 50 50 50\n50 50 50 50\n-\n-\n60 60 60 60") },
      {
        1: ({ at }) => at("B").orders.buy({ quantity: 18 }),
        2({ at }) {
          at("B").orders.sell({ quantity: 18 });
          at("A").orders.buy({ quantity: 9 });
        },
      },
      { cash: 1000 },
    );
    expect(fills).toEqual(["2 00:00 buy 18 B at 50", "3 00:00 buy 1 A at 100", "5 00:00 sell 18 B at 60"]);
    expect(orders[2]).toBe("buy market 9: canceled insufficient_funds, 1 filled");
  });
});

describe("orders for several symbols inside one bar", () => {
  const still = "100 100 100 100\n100 100 100 100\n";

  test("fill symbol by symbol, in the order of each symbol's oldest triggered order", () => {
    // The target of A is the oldest order, so all orders of A fill first, although B's buy is older than A's second order.
    const { fills } = play(
      { A: barsFrom(`${still}100 120 100 110`), B: barsFrom(`${still}100 100 80 90`) },
      {
        1: ({ at }) => at("A").orders.buy({ quantity: 10 }),
        2({ at }) {
          at("A").orders.sell({ quantity: 4, limit: 110 });
          at("B").orders.buy({ quantity: 5, limit: 90 });
          at("A").orders.sell({ quantity: 3, limit: 105 });
        },
      },
    );
    expect(fills.slice(1)).toEqual(["4 00:00 sell 3 A at 105", "4 00:00 sell 4 A at 110", "4 00:00 buy 5 B at 90"]);
  });

  test("a sell of one symbol pays for a buy of the next symbol", () => {
    const { fills } = play(
      { A: barsFrom(`${still}100 120 100 110`), B: barsFrom(`${still}100 100 80 90`) },
      {
        1: ({ at }) => at("A").orders.buy({ quantity: 10 }),
        2({ at }) {
          at("A").orders.sell({ quantity: 10, limit: 110 });
          at("B").orders.buy({ percent: 1, limit: 90 });
        },
      },
      // With sizeAt at-fill the buy gets its quantity when it fills, after the resting sell has provided cash.
      { cash: 1000, sizeAt: "at-fill" },
    );
    // Cash of 1100 pays for twelve units at 90.
    expect(fills.slice(1)).toEqual(["4 00:00 sell 10 A at 110", "4 00:00 buy 12 B at 90"]);
  });
});
