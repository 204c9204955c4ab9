import { backtest, defineStrategy, marketOf, type Size } from "hindcast";
import { describe, expect, test } from "vitest";
import type { StrategyOrders } from "../../src/engine/strategy-orders.ts";
import { flatBars } from "../support/market.ts";

const MARGIN = { account: "margin" } as const;

describe("target() subtracts the quantity that open market orders will fill", () => {
  const DAY = 86_400_000;
  /**
   * Orders and fills of a strategy that targets half of its equity in X at 100, at the closes of given bars or at every
   * close.
   */
  function half(
    settings: object,
    before: (orders: StrategyOrders, day: number) => void = () => {},
    days?: readonly number[],
  ) {
    const bars = flatBars([100, 100, 100, 100, 100, 100]);
    const strategy = defineStrategy({
      name: "half",
      onBar({ bar, orders }) {
        before(orders, bar.index);
        if (days?.includes(bar.index) ?? true) orders.target({ X: 0.5 });
      },
    });
    const { orders, fills } = backtest(strategy, marketOf({ X: bars }), { cash: 10_000, ...settings });
    return [orders.map(({ side, quantity }) => `${side} ${quantity}`), fills.map(({ quantity }) => quantity)];
  }

  test("if volume splits these orders over several bars", () => {
    // A hundredth of each bar's volume of 1,000 lets 10 units fill.
    expect(half({ volumeShare: 0.01 })).toEqual([["buy 50"], [10, 10, 10, 10, 10]]);
  });

  test("if these orders have not arrived at the market yet", () => {
    expect(half({ latencyMs: 1.5 * DAY })).toEqual([["buy 50"], [50]]);
  });

  test("if the same hook submitted these orders, even by close()", () => {
    expect(half({}, (orders, day) => void (day === 1 && orders.target({ X: 0.3 })), [1])).toEqual([
      ["buy 30", "buy 20"],
      [30, 20],
    ]);
    expect(half({}, (orders, day) => void (day === 3 && orders.close()), [1, 3])).toEqual([
      ["buy 50", "sell 50", "buy 50"],
      [50, 50, 50],
    ]);
  });

  test.each<[Size, object]>([
    [{ percent: 0.3 }, {}],
    [{ notional: 3000 }, {}],
    // The order risks 300 in all and 10 a unit.
    [{ risk: 0.03, stopPrice: 90 }, {}],
    [{ percent: 0.3 }, MARGIN],
    [{ percent: 0.3 }, { sizeAt: "at-fill" }],
    [{ percent: 0.3 }, { ...MARGIN, sizeAt: "at-fill" }],
    [{ notional: 3000 }, { ...MARGIN, sizeAt: "at-fill" }],
  ])("if the same hook submitted an order sized by %o, with settings %o", (size, settings) => {
    const [, bought] = half(settings, (orders, day) => void (day === 1 && orders.buy(size)), [1]);
    expect(bought).toEqual([30, 20]);
  });

  test("if these orders get their quantity at the fill", () => {
    const buy = (orders: StrategyOrders, day: number) =>
      void (day === 0 && orders.buy({ percent: 0.3, timeInForce: "gtc" }));
    const settings = { sizeAt: "at-fill", latencyMs: 1.5 * DAY };
    expect(half(settings, buy, [1])[1]).toEqual([30, 20]);
    expect(half({ ...settings, ...MARGIN }, buy, [1])[1]).toEqual([30, 20]);
  });

  test("for a buy by percent, even while the sale that pays for that buy is open", () => {
    const turn = (orders: StrategyOrders, day: number) => {
      if (day === 0) orders.buy({ quantity: 100 });
      if (day !== 2) return;
      orders.close();
      orders.buy({ percent: 0.3 });
    };
    expect(half({}, turn, [2])[1]).toEqual([100, 100, 30, 20]);
    expect(half({ sizeAt: "at-fill" }, turn, [2])[1]).toEqual([100, 100, 30, 20]);
  });

  test("for a sale by percent, limited to the quantity that the sale may fill", () => {
    const sell = (reduceOnly: boolean) => (orders: StrategyOrders, day: number) => {
      if (day === 0) orders.buy({ quantity: 10 });
      if (day === 2) orders.sell({ percent: 0.3, ...(reduceOnly ? { reduceOnly } : {}) });
    };
    expect(half({}, sell(false), [2])[1]).toEqual([10, 10, 50]);
    expect(half(MARGIN, sell(true), [2])[1]).toEqual([10, 10, 50]);
    expect(half({ ...MARGIN, sizeAt: "at-fill" }, sell(true), [2])[1]).toEqual([10, 10, 50]);
    expect(half(MARGIN, sell(false), [2])[1]).toEqual([10, 30, 70]);
  });

  test("except for orders that the same hook cancels", () => {
    const again = (orders: StrategyOrders, day: number) => {
      if (day === 0) orders.buy({ quantity: 30, timeInForce: "gtc" });
      if (day === 1) orders.cancelAll();
    };
    expect(half({ latencyMs: 1.5 * DAY }, again, [1])).toEqual([["buy 30", "buy 50"], [50]]);
    expect(half({ latencyMs: 1.5 * DAY, sizeAt: "at-fill" }, again, [1])[1]).toEqual([50]);
  });

  test("as changed by later calls in the same hook", () => {
    const given =
      (...more: ((orders: StrategyOrders) => void)[]) =>
      (orders: StrategyOrders, day: number) => {
        if (day === 0) orders.buy({ quantity: 100 });
        if (day === 2) for (const give of more) give(orders);
      };
    const close = (orders: StrategyOrders) => void orders.close();
    const sell = (orders: StrategyOrders) => void orders.sell({ quantity: 30 });
    const replaced = (orders: StrategyOrders) => void orders.replace(orders.sell({ quantity: 70 }), { quantity: 30 });
    const withdrawn = (orders: StrategyOrders) => orders.cancel(orders.sell({ quantity: 30 }));
    // A close() replaces earlier sales and close() calls: the 100 units are sold once, and half is bought again.
    expect(half({}, given(close, close), [2])[1]).toEqual([100, 100, 50]);
    expect(half({}, given(sell, close), [2])[1]).toEqual([100, 100, 50]);
    expect(half({}, given(sell), [2])[1]).toEqual([100, 30, 20]);
    expect(half({}, given(withdrawn), [2])[1]).toEqual([100, 50]);
    // An order submitted in the same hook cannot be replaced yet.
    expect(half({}, given(replaced), [2])[1]).toEqual([100, 70, 20]);
  });

  test("for reducing orders, limited to the position that they can close", () => {
    const given = (settings: object, give: (orders: StrategyOrders) => void) =>
      half(
        settings,
        (orders, day) => {
          if (day === 0) orders.buy({ quantity: 5 });
          if (day === 2) give(orders);
        },
        [2],
      )[1];
    const reduced = (orders: StrategyOrders) => void orders.sell({ quantity: 100, reduceOnly: true });
    expect(given(MARGIN, reduced)).toEqual([5, 5, 50]);
    // A cash account rejects a sale of more than the position.
    expect(given({}, reduced)).toEqual([5, 45]);
    expect(given({}, (orders) => void orders.sell({ quantity: 6 }))).toEqual([5, 45]);
    // The sale gets its quantity at the fill, so it also closes what the order before it buys.
    const bought = (orders: StrategyOrders) => {
      orders.buy({ quantity: 20 });
      orders.sell({ percent: 1, reduceOnly: true });
    };
    expect(given({ ...MARGIN, sizeAt: "at-fill" }, bought)).toEqual([5, 20, 25, 50]);
  });

  test("for a replacement, with its new quantity", () => {
    const change = (orders: StrategyOrders, day: number) => {
      if (day === 0) orders.buy({ quantity: 30, timeInForce: "gtc" });
      if (day === 1) orders.replace(1, { quantity: 10 });
    };
    expect(half({ latencyMs: 1.5 * DAY }, change, [1])[1]).toEqual([10, 40]);
  });

  test.each([
    // 0.9975 of equity buys 29.9 and 49.8 units with their commission. Only LEAN subtracts open orders.
    ["lean", ["buy 29", "buy 20"]],
    ["backtrader", ["buy 30", "buy 50"]],
    ["zipline", ["buy 30", "buy 50"]],
  ] as const)("or not, depending on the conventions: %s", (conventions, ordered) => {
    const buy = (orders: StrategyOrders, day: number) => void (day === 1 && orders.buy({ percent: 0.3 }));
    expect(half({ conventions }, buy, [1])[0]).toEqual(ordered);
  });

  test("and then sells at most the position in a cash account", () => {
    const buy = (orders: StrategyOrders, day: number) =>
      void (day === 0 && orders.buy({ quantity: 90, timeInForce: "gtc" }));
    const settings = { volumeShare: 0.01 };
    // When the target of 50 units is set, the position is 10 and orders for 80 are open.
    expect(half(settings, buy, [1])[0]).toEqual(["buy 90", "sell 10"]);
    expect(half({ ...settings, account: "margin" }, buy, [1])[0]).toEqual(["buy 90", "sell 40"]);
  });
});
