import { describe, expect, test } from "vitest";
import { flatBars } from "../support/market.ts";
import { play } from "../support/play.ts";

const bars = flatBars([100, 100, 100, 100, 100]);

describe("a cash account refuses", () => {
  test("to sell what is not held", () => {
    const { orders, events, result } = play(bars, { 1: ({ orders }) => orders.sell({ quantity: 1 }) });
    expect(orders).toEqual(["sell market 1: rejected insufficient_position"]);
    expect(events).toEqual(["2 00:00 order 1 rejected, insufficient_position"]);
    expect(result.counts).toMatchObject({ orders: 1, rejected: 1, fills: 0 });
  });

  test("to sell more than is held", () => {
    const { orders } = play(bars, {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => orders.sell({ quantity: 11 }),
    });
    expect(orders[1]).toBe("sell market 11: rejected insufficient_position");
  });

  test("to sell a share when nothing is held", () => {
    const { orders } = play(bars, { 1: ({ orders }) => orders.sell({ percent: 1 }) });
    expect(orders).toEqual(["sell market 0: rejected insufficient_position"]);
  });

  test("a quantity that costs more than buying power, by a cent", () => {
    const buy = (cash: number) => play(bars, { 1: ({ orders }) => orders.buy({ quantity: 10 }) }, { cash }).orders[0];
    expect(buy(1000)).toBe("buy market 10: filled");
    expect(buy(999.99)).toBe("buy market 10: rejected insufficient_funds");
  });

  test("a quantity so large that its cost cannot be counted to the cent", () => {
    for (const quantity of [1e14, 1e300]) {
      const { orders } = play(bars, { 1: ({ orders }) => orders.buy({ quantity }) });
      expect(orders).toEqual([`buy market ${quantity}: rejected insufficient_funds`]);
    }
  });

  test("a quantity that its commission makes too dear", () => {
    const { orders } = play(
      bars,
      { 1: ({ orders }) => orders.buy({ quantity: 10 }) },
      { cash: 1000.5, commission: { model: "per-order", amount: 1 } },
    );
    expect(orders).toEqual(["buy market 10: rejected insufficient_funds"]);
  });

  test("a share that pays for no lot", () => {
    const { orders } = play(bars, { 1: ({ orders }) => orders.buy({ percent: 1 }) }, { cash: 99 });
    expect(orders).toEqual(["buy market 0: rejected insufficient_funds"]);
  });

  test.each([{ quantity: 0.5 }, { percent: 0.0005 }, { notional: 99 }])("%o, which is less than one lot", (size) => {
    const { orders } = play(bars, { 1: ({ orders }) => orders.buy(size) });
    expect(orders).toEqual(["buy market 0: rejected quantity_below_lot"]);
  });

  test("any order for an instrument that has no price yet", () => {
    const late = { A: bars, B: flatBars([50, 50], "1d", Date.UTC(2024, 0, 3)) };
    const { orders } = play(late, { 1: ({ at }) => at("B").orders.buy({ percent: 1 }) });
    expect(orders).toEqual(["buy market 0: rejected no_price"]);
  });
});

describe("buying power", () => {
  test("is cash, less what open buys will take, plus what open sells will bring", () => {
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
    // Cash 2000 − 10 × 100 = 1000. The open buy takes 5 × 100 at the last price, the open sell brings 4 × 100.
    expect(seen).toEqual([1000, 500, 1000, 900]);
  });

  test("counts commissions of what is open", () => {
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
    // Four are bought for 404; the open buy will take 505, and the open sell will bring 400 − 4.
    expect(seen).toEqual([1091, 1487]);
  });

  test("counts each unit held once, however many sells are open for it", () => {
    const seen: number[] = [];
    play(
      bars,
      {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        2({ orders }) {
          orders.sell({ quantity: 7, limit: 120, timeInForce: "gtc" });
          orders.sell({ quantity: 8, stop: 80, timeInForce: "gtc" });
        },
        3: ({ portfolio }) => seen.push(portfolio.buyingPower),
      },
      { cash: 1000 },
    );
    // Fifteen are offered, but ten are held: ten times 100.
    expect(seen).toEqual([1000]);
  });

  test("is nothing where open buys would cost more than there is, at a price that has risen since", () => {
    const seen: number[] = [];
    play(
      flatBars([100, 101]),
      {
        1: ({ orders }) => orders.buy({ quantity: 10, limit: 50, timeInForce: "gtc" }),
        2: ({ portfolio }) => seen.push(portfolio.cash, portfolio.buyingPower),
      },
      { cash: 1000 },
    );
    // Ten at 101 would cost 1010.
    expect(seen).toEqual([1000, 0]);
  });

  test("is counted in whole cents, so that it lasts for what costs exactly as much", () => {
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

  test("is spent by orders of the same hooks one by one, in the order of the calls", () => {
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
    // Six units, then what is left of buying power, four, then nothing.
    expect(orders).toEqual([
      "buy market 6: filled",
      "buy market 4: filled",
      "buy market 1: rejected insufficient_funds",
    ]);
  });
});

describe("a call that makes no sense throws", () => {
  test.each([
    ["no size", {}],
    ["two sizes", { quantity: 1, percent: 1 }],
    ["a quantity of 0", { quantity: 0 }],
    ["a negative quantity", { quantity: -1 }],
    ["a missing share", { percent: NaN }],
    ["an endless notional", { notional: Infinity }],
    ["a risk without its stop price", { risk: 0.01 }],
    ["a missing limit", { quantity: 1, limit: NaN }],
    ["a missing stop", { quantity: 1, stop: NaN }],
    ["an unknown time in force", { quantity: 1, timeInForce: "never" }],
  ])("%s", (_, order) => {
    expect(() => play(bars, { 1: ({ orders }) => orders.buy(order as never) })).toThrow(
      expect.objectContaining({ code: "ORDER_INVALID" }),
    );
  });
});

test("what open sales will bring is reckoned for no more orders than there are units for, whatever binary sums leave of them", () => {
  const power: number[] = [];
  const sell = (quantity: number) => ({ quantity, limit: 200, timeInForce: "gtc" }) as const;
  play(
    bars,
    {
      1: ({ orders }) => orders.buy({ quantity: 1120.288 }),
      2: ({ orders }) => [764.857, 355.431, 1120.288].map((quantity) => orders.sell(sell(quantity))),
      3: ({ portfolio }) => power.push(portfolio.buyingPower),
    },
    { cash: 200_000, commission: { model: "per-order", amount: 1 } },
    { lot: 0.001 },
  );
  // Of 200,000 a commission is paid for the purchase, and one each will be for the sales that end it.
  expect(power).toEqual([199_997]);
});
