import { backtest, defineStrategy, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import { largestFit } from "../../src/broker/largest-fit.ts";
import { flatBars } from "../support/market.ts";

describe("largestFit", () => {
  test("tries one lot less first, then finds the largest quantity that fits", () => {
    const tried: number[] = [];
    const upTo = (most: number) => (units: number) => (tried.push(units), units <= most);
    expect(largestFit(10, 1, upTo(9))).toBe(9);
    expect(tried).toEqual([9]);
    for (const most of [0, 1, 2, 499, 500, 996, 998]) expect(largestFit(999, 1, upTo(most))).toBe(most);
    expect(largestFit(0.5, 0.1, upTo(0.35))).toBe(0.3);
    expect(largestFit(0, 1, upTo(5))).toBe(0);
    // A quantity that is not a multiple of the lot is reduced to the next multiple below.
    expect(largestFit(2.4, 1, upTo(2))).toBe(2);
  });

  test("finds a quantity when a lot is smaller than the precision of the quantity", () => {
    // The quantity has 10^17 lots, of which a double cannot represent one less.
    const most = largestFit(1e9, 1e-8, (units) => units <= 7e8);
    expect(most / 7e8).toBeCloseTo(1, 12);
    expect(most).toBeLessThanOrEqual(7e8);
  });
});

test.each(["cash", "margin"] as const)(
  "a %s account buys a coin with a tiny price in lots of a hundred-millionth",
  (account) => {
    const buyer = defineStrategy({
      name: "buyer",
      onBar({ bar, orders }) {
        if (bar.index === 0) orders.buy({ percent: 1 });
      },
    });
    const market = marketOf({ X: flatBars([0.00001234, 0.00001234, 0.00001234]) }, { X: { lot: 1e-8 } });
    const settings = { account, cash: 1000, initialMargin: 1, commission: { model: "percent", rate: 0.001 } };
    const { fills, equity } = backtest(buyer, market, settings);
    expect(fills).toHaveLength(1);
    // Of 1,000, the units cost 999.00 and the commission is 1.00.
    expect(fills[0]!.quantity * 0.00001234).toBeCloseTo(999, 2);
    expect(equity.cash.at(-1)).toBe(0);
  },
);

test("cash covers a quantity whose cost, rounded to the cent, equals it: 5 × 100.666… is 503.33", () => {
  const price = 302 / 3;
  const buyer = defineStrategy({
    name: "buyer",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 6 });
    },
  });
  const market = marketOf({ X: flatBars([80, price, price]) });
  const { fills, equity, orders } = backtest(buyer, market, { cash: 503.33 });
  expect(fills.map(({ quantity }) => quantity)).toEqual([5]);
  expect(orders[0]).toMatchObject({ status: "canceled", reason: "insufficient_funds", filledQuantity: 5 });
  expect(equity.cash.at(-1)).toBe(0);
});
