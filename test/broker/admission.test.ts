import type { StrategyOrders } from "hindcast";
import { describe, expect, test } from "vitest";
import { flatBars } from "../support/market.ts";
import { play } from "../support/play.ts";

const bars = flatBars([100, 100, 100, 100, 100]);

describe("a cash account rejects", () => {
  test("a sale without a position", () => {
    const { orders, events, result } = play(bars, { 1: ({ orders }) => orders.sell({ quantity: 1 }) });
    expect(orders).toEqual(["sell market 1: rejected insufficient_position"]);
    expect(events).toEqual(["2 00:00 order 1 rejected, insufficient_position"]);
    expect(result.counts).toMatchObject({ orders: 1, rejected: 1, fills: 0 });
  });

  test("a sale of more than the position", () => {
    const { orders } = play(bars, {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => orders.sell({ quantity: 11 }),
    });
    expect(orders[1]).toBe("sell market 11: rejected insufficient_position");
  });

  test("a sale of a share of equity without a position", () => {
    const { orders } = play(bars, { 1: ({ orders }) => orders.sell({ percent: 1 }) });
    expect(orders).toEqual(["sell market 0: rejected insufficient_position"]);
  });

  test("a quantity that costs a cent more than buying power", () => {
    const buy = (cash: number) => play(bars, { 1: ({ orders }) => orders.buy({ quantity: 10 }) }, { cash }).orders[0];
    expect(buy(1000)).toBe("buy market 10: filled");
    expect(buy(999.99)).toBe("buy market 10: rejected insufficient_funds");
  });

  test("a quantity whose cost is too large to be exact to the cent", () => {
    for (const quantity of [1e14, 1e300]) {
      const { orders } = play(bars, { 1: ({ orders }) => orders.buy({ quantity }) });
      expect(orders).toEqual([`buy market ${quantity}: rejected insufficient_funds`]);
    }
  });

  test("a quantity that buying power does not cover with commission", () => {
    const { orders } = play(
      bars,
      { 1: ({ orders }) => orders.buy({ quantity: 10 }) },
      { cash: 1000.5, commission: { model: "per-order", amount: 1 } },
    );
    expect(orders).toEqual(["buy market 10: rejected insufficient_funds"]);
  });

  test("a share of equity that does not pay for a lot", () => {
    const { orders } = play(bars, { 1: ({ orders }) => orders.buy({ percent: 1 }) }, { cash: 99 });
    expect(orders).toEqual(["buy market 0: rejected insufficient_funds"]);
  });

  test.each([{ quantity: 0.5 }, { percent: 0.0005 }, { notional: 99 }])(
    "an order of %o, which is less than one lot",
    (size) => {
      const { orders } = play(bars, { 1: ({ orders }) => orders.buy(size) });
      expect(orders).toEqual(["buy market 0: rejected quantity_below_lot"]);
    },
  );

  test("any order for an instrument without a price yet", () => {
    const late = { A: bars, B: flatBars([50, 50], "1d", Date.UTC(2024, 0, 3)) };
    const { orders } = play(late, { 1: ({ at }) => at("B").orders.buy({ percent: 1 }) });
    expect(orders).toEqual(["buy market 0: rejected no_price"]);
  });
});

describe("buying power", () => {
  test("is cash less the cost of open buys at their limits, without proceeds of resting sells", () => {
    const seen: number[] = [];
    play(
      bars,
      {
        1({ orders }) {
          orders.buy({ quantity: 10, timeInForce: "gtc" });
          orders.buy({ quantity: 5, limit: 50, timeInForce: "gtc" });
        },
        2({ portfolio, orders }) {
          seen.push(portfolio.cash, portfolio.buyingPower);
          orders.sell({ quantity: 4, limit: 200, timeInForce: "gtc" });
        },
        3: ({ portfolio }) => seen.push(portfolio.cash, portfolio.buyingPower),
      },
      { cash: 2000 },
    );
    // Cash is 2000 − 10 × 100 = 1000. The open buy reserves 5 × 50 at its limit. The sell at 200 adds nothing, since it
    // may never fill.
    expect(seen).toEqual([1000, 750, 1000, 750]);
  });

  test("is reduced by the commissions of open buys at their limits", () => {
    const seen: number[] = [];
    play(
      bars,
      {
        1({ orders }) {
          orders.buy({ quantity: 5, limit: 50, timeInForce: "gtc" });
          orders.buy({ quantity: 4 });
        },
        2({ portfolio, orders }) {
          seen.push(portfolio.buyingPower);
          orders.sell({ quantity: 4, limit: 200, timeInForce: "gtc" });
        },
        3: ({ portfolio }) => seen.push(portfolio.buyingPower),
      },
      { cash: 2000, commission: { model: "percent", rate: 0.01 } },
    );
    // Four units cost 404 with commission. The open buy reserves 250 + 2.50.
    expect(seen).toEqual([1343.5, 1343.5]);
  });

  test("includes proceeds of open market sells once per unit held, and none of limit and stop orders", () => {
    const seen: number[] = [];
    play(
      flatBars(Array.from({ length: 10 }, () => 100)),
      {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        5({ orders }) {
          orders.sell({ quantity: 7, limit: 120, timeInForce: "gtc" });
          orders.sell({ quantity: 8, stop: 80, timeInForce: "gtc" });
          orders.sell({ quantity: 7 });
          orders.sell({ quantity: 8 });
        },
        6: ({ portfolio }) => seen.push(portfolio.buyingPower),
      },
      // Latency of a day and a half keeps the sells open at the next close.
      { cash: 1000, latencyMs: 1.5 * 86_400_000 },
    );
    // Market sells are open for fifteen units, but the position is ten: ten times 100.
    expect(seen).toEqual([1000]);
  });

  test("is zero when open buys cost more than cash at a price that has risen", () => {
    const seen: number[] = [];
    play(
      flatBars(Array.from({ length: 10 }, (_, day) => (day < 3 ? 100 : 101))),
      {
        1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "gtc" }),
        4: ({ portfolio }) => seen.push(portfolio.cash, portfolio.buyingPower),
      },
      { cash: 1000, latencyMs: 5 * 86_400_000 },
    );
    // At the new price the ten ordered units would cost 1010.
    expect(seen).toEqual([1000, 0]);
  });

  test("is computed in whole cents, so that it covers an order of exactly that cost", () => {
    // 70.07 − 10.01 is 60.059999999999995 in binary, and six units cost 60.06.
    const { orders } = play(
      flatBars([10.01, 10.01]),
      {
        1({ orders }) {
          orders.buy({ quantity: 1 });
          orders.buy({ quantity: 6 });
        },
      },
      { cash: 70.07 },
    );
    expect(orders).toEqual(["buy market 1: filled", "buy market 6: filled"]);
  });

  test("is reserved by orders of one hook in the order of the calls", () => {
    const { orders } = play(
      bars,
      {
        1({ orders }) {
          orders.buy({ percent: 0.6 });
          orders.buy({ percent: 0.6 });
          orders.buy({ quantity: 1 });
        },
      },
      { cash: 1000 },
    );
    // The first order gets six units, the second the four that buying power still covers, the third none.
    expect(orders).toEqual([
      "buy market 6: filled",
      "buy market 4: filled",
      "buy market 1: rejected insufficient_funds",
    ]);
  });
});

describe("the cost of a buy", () => {
  const tryOrder = (order: Parameters<StrategyOrders["buy"]>[0], cash: number, settings = {}) =>
    play(flatBars([110, 110, 110]), { 1: ({ orders }) => orders.buy(order) }, { cash, ...settings }).orders[0];

  // With a commission of 1 %, ten units cost 950 + 9.50 at a price of 95, and 1200 + 12 at 120.
  const commission = { model: "percent", rate: 0.01 };

  test.each([
    ["at its limit below the market", { quantity: 10, limit: 95 }, 959.5, "limit"],
    ["at its limit above the market", { quantity: 10, limit: 120 }, 1212, "limit"],
    ["at its stop", { quantity: 10, stop: 120 }, 1212, "stop"],
    ["at the last price, if that has already passed its stop", { quantity: 10, stop: 95 }, 1111, "stop"],
    ["at the limit of a stop-limit order", { quantity: 10, stop: 115, limit: 120 }, 1212, "stop_limit"],
    ["at the initial stop of a trailing stop", { quantity: 10, trail: 10 }, 1212, "trailing_stop"],
    ["at the last price of a market order", { quantity: 10 }, 1111, "market"],
  ] as const)("is checked %s", (_, order, cost, type) => {
    expect(tryOrder(order, cost, { commission })).not.toContain("rejected");
    expect(tryOrder(order, cost - 0.01, { commission })).toBe(`buy ${type} 10: rejected insufficient_funds`);
  });

  test("is checked with the multiplier of the contract", () => {
    const of = (cash: number) =>
      play(
        flatBars([110, 110]),
        { 1: ({ orders }) => orders.buy({ quantity: 2, limit: 3 }) },
        { cash },
        { multiplier: 100 },
      ).orders[0];
    expect(of(600)).toBe("buy limit 2: expired session_closed");
    expect(of(599.99)).toBe("buy limit 2: rejected insufficient_funds");
  });

  test("is checked order by order in a ladder of limit orders below the market", () => {
    const { orders } = play(
      flatBars([110, 110]),
      {
        1: ({ orders }) => [40, 30, 20, 10, 1].map((limit) => orders.buy({ quantity: 10, limit, timeInForce: "gtc" })),
      },
      { cash: 1000 },
    );
    // The four limit orders cost 400, 300, 200 and 100, which is all the cash.
    expect(orders).toEqual([
      "buy limit 10: new",
      "buy limit 10: new",
      "buy limit 10: new",
      "buy limit 10: new",
      "buy limit 10: rejected insufficient_funds",
    ]);
  });

  test("is checked at the order's limit when its quantity follows from a share of equity at the last price", () => {
    // At 110 a thousand is 9 units, and a limit of 95 does not raise that. At a limit of 150 cash pays for 6.
    expect(tryOrder({ percent: 1, limit: 95, timeInForce: "gtc" }, 1000)).toBe("buy limit 9: new");
    expect(tryOrder({ percent: 1, limit: 150, timeInForce: "gtc" }, 1000)).toBe("buy limit 6: filled");
  });

  test("is checked once for two OCO orders, at the higher cost", () => {
    const power: number[] = [];
    play(
      flatBars(Array.from({ length: 6 }, () => 100)),
      {
        1: ({ orders }) => orders.buy({ quantity: 4 }),
        2: ({ orders }) => orders.sell({ quantity: 4, takeProfit: { limit: 90 }, stopLoss: { stop: 120 } }),
        4: ({ portfolio }) => power.push(portfolio.cash, portfolio.buyingPower),
      },
      { cash: 1000, exits: "plain" },
    );
    // After the sale ends, its exits are independent buys of four units, at 90 or at 120.
    expect(power).toEqual([1000, 520]);
  });

  test("reduces buying power until the order is canceled, and follows a replacement's terms", () => {
    const power: number[] = [];
    const read = ({ portfolio }: { readonly portfolio: { readonly buyingPower: number } }) =>
      power.push(portfolio.buyingPower);
    play(
      flatBars([110, 110, 110, 110, 110]),
      {
        1: ({ orders }) => orders.buy({ quantity: 10, limit: 95, timeInForce: "gtc" }),
        2: (context) => (read(context), context.orders.replace(1, { limit: 80 })),
        3: (context) => (read(context), context.orders.cancel(2)),
        4: read,
      },
      { cash: 1000 },
    );
    expect(power).toEqual([50, 200, 1000]);
  });
});

describe("an order", () => {
  test.each([
    ["no size", {}],
    ["two sizes", { quantity: 1, percent: 1 }],
    ["a quantity of 0", { quantity: 0 }],
    ["a negative quantity", { quantity: -1 }],
    ["percent NaN", { percent: NaN }],
    ["an infinite notional", { notional: Infinity }],
    ["a risk without its stop price", { risk: 0.01 }],
    ["limit NaN", { quantity: 1, limit: NaN }],
    ["stop NaN", { quantity: 1, stop: NaN }],
    ["an unknown time in force", { quantity: 1, timeInForce: "never" }],
  ])("with an invalid field throws: %s", (_, order) => {
    expect(() => play(bars, { 1: ({ orders }) => orders.buy(order as never) })).toThrow(
      expect.objectContaining({ code: "ORDER_INVALID" }),
    );
  });
});

test("buying power charges commission only for open sells that the position covers, despite binary rounding", () => {
  const power: number[] = [];
  play(
    flatBars(Array.from({ length: 10 }, () => 100)),
    {
      1: ({ orders }) => orders.buy({ quantity: 1120.288 }),
      5: ({ orders }) => [764.857, 355.431, 1120.288].map((quantity) => orders.sell({ quantity })),
      6: ({ portfolio }) => power.push(portfolio.buyingPower),
    },
    { cash: 200_000, commission: { model: "per-order", amount: 1 }, latencyMs: 1.5 * 86_400_000 },
    { lot: 0.001 },
  );
  // Cash of 200,000 paid one commission for the buy. The two sells that close the position will cost one each.
  expect(power).toEqual([199_997]);
});
