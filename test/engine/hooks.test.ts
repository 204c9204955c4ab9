import { backtest, type BarContext, defineStrategy, marketOf, type RunContext, type RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import { barsFrom, FIRST_DAY, flatBars, when } from "../support/market.ts";

type Bars = Parameters<typeof marketOf>[0];

/** Names of all hooks in the order of their calls, each with its moment. */
function calls(
  bars: Bars,
  act: (context: BarContext, hook: string) => void = () => {},
  settings: Partial<RunSettings> = {},
): string[] {
  const seen: string[] = [];
  const note = (hook: string, context: RunContext, more = "") => {
    seen.push(`${when(context.time)} ${hook}${more === "" ? "" : ` ${more}`}`);
    act(context.at(context.symbols[0]!), hook);
  };
  backtest(
    defineStrategy({
      name: "notes",
      onStart: (context) => note("start", context),
      onOrder: (context, order, { event }) => note("order", context, `${order.id} ${event}`),
      onFill: (context, fill) => note("fill", context, `${fill.orderId} ${fill.symbol}`),
      onSessionClose: (context) => note("session", context, context.symbol),
      onBar: (context) => note("bar", context, context.symbol),
      onBars: (context) => note("bars", context),
      onEnd: (context) => note("end", context),
    }),
    marketOf(bars),
    { ...settings },
  );
  return seen;
}

describe("hooks run in a fixed order", () => {
  test("at a daily close: orders, fills, sessions, bars by symbol, then all bars once", () => {
    const seen = calls({ B: flatBars([10, 10]), A: flatBars([20, 20]) }, ({ orders, time }, hook) => {
      if (hook === "bars" && when(time) === "2 00:00") orders.buy({ quantity: 1 });
    });
    expect(seen).toEqual([
      "2 00:00 start",
      "2 00:00 session A",
      "2 00:00 session B",
      "2 00:00 bar A",
      "2 00:00 bar B",
      "2 00:00 bars",
      "3 00:00 order 1 accepted",
      "3 00:00 order 1 new",
      "3 00:00 order 1 fill",
      "3 00:00 fill 1 A",
      "3 00:00 session A",
      "3 00:00 session B",
      "3 00:00 bar A",
      "3 00:00 bar B",
      "3 00:00 bars",
      "3 00:00 end",
    ]);
  });

  test("and none is called for a symbol that has no bar", () => {
    const seen = calls({ A: flatBars([20, 20, 20]), B: barsFrom("10 10 10 10\n-\n10 10 10 10") });
    expect(seen.filter((call) => call.startsWith("3 00:00"))).toEqual([
      "3 00:00 session A",
      "3 00:00 bar A",
      "3 00:00 bars",
    ]);
  });

  test("with intraday bars, where sessions close at midnight, with or without a bar", () => {
    const open = FIRST_DAY + 22 * 3_600_000;
    expect(calls({ X: flatBars([10, 10, 10], "1h", open) })).toEqual([
      "1 23:00 start",
      "1 23:00 bar X",
      "1 23:00 bars",
      "2 00:00 session X",
      "2 00:00 bar X",
      "2 00:00 bars",
      "2 01:00 bar X",
      "2 01:00 bars",
      "3 00:00 session X",
      "3 00:00 end",
    ]);
  });

  test("with the fill of an order inside a bar reported before the hooks of that bar", () => {
    const seen = calls({ X: barsFrom("100 100 100 100\n100 100 90 100") }, ({ orders, time }, hook) => {
      if (hook === "bar" && when(time) === "2 00:00") orders.buy({ quantity: 1, limit: 95 });
    });
    expect(seen.slice(-6)).toEqual([
      "3 00:00 order 1 fill",
      "3 00:00 fill 1 X",
      "3 00:00 session X",
      "3 00:00 bar X",
      "3 00:00 bars",
      "3 00:00 end",
    ]);
  });
});

describe("commands of hooks are queued, so that", () => {
  test("values that a hook reads do not change before the next hook", () => {
    const seen: unknown[] = [];
    const read = ({ portfolio, position, orders }: BarContext) =>
      seen.push([portfolio.cash, portfolio.buyingPower, position.quantity, orders.open.length]);
    backtest(
      defineStrategy({
        name: "reader",
        onBar(context) {
          if (context.bar.index > 0) return;
          read(context);
          context.orders.buy({ quantity: 5 });
          context.orders.buy({ quantity: 2, limit: 50, timeInForce: "gtc" });
          read(context);
        },
        onBars: (context) => read(context.at("X")),
      }),
      marketOf({ X: flatBars([100, 100]) }),
      { cash: 1000 },
    );
    expect(seen).toEqual([
      [1000, 1000, 0, 0],
      [1000, 1000, 0, 0],
      [1000, 1000, 0, 0],
      // Five units are bought at 100, and the limit buy reserves 100: of 1000, 500 is cash and 400 buying power.
      [500, 400, 5, 1],
    ]);
  });

  test("a rejection is reported by onOrder among the next hooks, and other orders continue", () => {
    const seen = calls({ X: flatBars([100, 100, 100]) }, ({ orders, time }, hook) => {
      if (hook !== "bar" || when(time) !== "2 00:00") return;
      orders.sell({ quantity: 1 });
      orders.buy({ quantity: 1 });
    });
    expect(seen.filter((call) => call.includes("order"))).toEqual([
      "3 00:00 order 1 rejected",
      "3 00:00 order 2 accepted",
      "3 00:00 order 2 new",
      "3 00:00 order 2 fill",
    ]);
  });

  test("commands of all hooks of a moment run in the order of the calls", () => {
    const ids: number[] = [];
    const seen = calls({ A: flatBars([10, 10]), B: flatBars([10, 10]) }, ({ orders, time }, hook) => {
      if (when(time) === "2 00:00") ids.push(orders.buy({ quantity: 1, tag: hook }));
    });
    // Hooks called before: onStart, two onSessionOpen, two onBar and one onBars.
    expect(ids).toEqual([1, 2, 3, 4, 5, 6]);
    expect(seen.filter((call) => call.includes("fill "))).toEqual(
      [1, 2, 3, 4, 5, 6].map((id) => `3 00:00 fill ${id} A`),
    );
  });

  test("a command keeps its values when the object passed to it is changed later", () => {
    const { orders } = backtest(
      defineStrategy({
        name: "reuser",
        onBar({ bar, orders: desk }) {
          if (bar.index > 0) return;
          const order = { quantity: 1, limit: 50 };
          for (const quantity of [2, 3, NaN]) {
            desk.buy(order);
            order.quantity = quantity;
            order.limit = quantity;
          }
        },
      }),
      marketOf({ X: flatBars([100, 100]) }),
    );
    expect(orders.map(({ quantity, limitPrice }) => [quantity, limitPrice])).toEqual([
      [1, 50],
      [2, 2],
      [3, 3],
    ]);
  });

  test("commands in onEnd have no effect", () => {
    const result = backtest(
      defineStrategy({ name: "late", onEnd: ({ at }) => void at("X").orders.buy({ quantity: 1 }) }),
      marketOf({ X: flatBars([100, 100]) }),
    );
    expect(result.counts).toMatchObject({ orders: 0, fills: 0 });
    expect(result.orderEvents).toEqual([]);
  });
});

describe("the context of hooks", () => {
  test("has fresh state in each run", () => {
    const seen: number[] = [];
    const strategy = defineStrategy({
      name: "counter",
      state: () => ({ bars: 0 }),
      onBar: ({ state }) => void state.bars++,
      onEnd: ({ state }) => void seen.push(state.bars),
    });
    for (let run = 0; run < 2; run++) backtest(strategy, marketOf({ X: flatBars([1, 2, 3]) }));
    expect(seen).toEqual([3, 3]);
  });

  test("has random numbers that depend only on the seed", () => {
    const draw = (seed: number) => {
      const seen: number[] = [];
      const strategy = defineStrategy({ name: "dice", onBar: ({ random }) => void seen.push(random()) });
      backtest(strategy, marketOf({ X: flatBars([1, 2, 3]) }), { seed });
      return seen;
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(draw(7).every((value) => value >= 0 && value < 1)).toBe(true);
  });

  test("has a log whose messages appear in the result with the times of the calls", () => {
    const strategy = defineStrategy({ name: "talker", onBar: ({ log, close }) => log(`close ${close.value}`) });
    expect(backtest(strategy, marketOf({ X: flatBars([1, 2]) })).log).toEqual([
      { time: FIRST_DAY + 86_400_000, message: "close 1" },
      { time: FIRST_DAY + 2 * 86_400_000, message: "close 2" },
    ]);
  });

  test("has its symbols sorted, and throws for an unknown symbol", () => {
    const strategy = defineStrategy({ name: "asker", onBar: ({ at }) => void at("Q") });
    expect(() => backtest(strategy, marketOf({ B: flatBars([1]), A: flatBars([1]) }))).toThrow(
      expect.objectContaining({ code: "SYMBOL_UNKNOWN", details: { symbol: "Q", known: ["A", "B"] } }),
    );
  });
});
