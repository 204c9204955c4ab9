import { describe, expect, test } from "vitest";
import { barsFrom, flatBars } from "../support/market.ts";
import { play } from "../support/play.ts";

const percentCommission = { model: "percent", rate: 0.01 };
const still = flatBars([100, 100, 100, 100]);

describe("an order's size becomes a quantity at submission, at the last price:", () => {
  test("a size by percent is a share of equity, rounded down to the lot", () => {
    // Half of 1000 buys seven units at 70.
    const { fills } = play(flatBars([70, 70]), { 1: ({ orders }) => orders.buy({ percent: 0.5 }) }, { cash: 1000 });
    expect(fills).toEqual(["2 00:00 buy 7 X at 70"]);
  });

  test("a size by percent includes the commission", () => {
    // Nine units cost 909 with commission; ten would cost 1010.
    const { fills, result } = play(
      still,
      { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      { cash: 1009.99, commission: percentCommission },
    );
    expect(fills).toEqual(["2 00:00 buy 9 X at 100, commission 9"]);
    expect(result.equity.cash.at(-1)).toBe(100.99);
  });

  test("a size by percent buys the last lot if cash is exactly enough", () => {
    const { fills } = play(
      still,
      { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      { cash: 1010, commission: percentCommission },
    );
    expect(fills).toEqual(["2 00:00 buy 10 X at 100, commission 10"]);
  });

  test("a size by percent is a share of equity with positions, capped by buying power", () => {
    // Equity is 2000, half of it in cash. A share of 0.4 is 800. A share of 0.9 would be 1800 and is cut to 1000.
    const buy = (percent: number) =>
      play(
        still,
        { 1: ({ orders }) => orders.buy({ quantity: 10 }), 2: ({ orders }) => orders.buy({ percent }) },
        { cash: 2000 },
      ).fills[1];
    expect(buy(0.4)).toBe("3 00:00 buy 8 X at 100");
    expect(buy(0.9)).toBe("3 00:00 buy 10 X at 100");
  });

  test("a size by percent does not change when the next open is lower", () => {
    const { fills } = play(flatBars([100, 50]), { 1: ({ orders }) => orders.buy({ percent: 1 }) }, { cash: 1000 });
    expect(fills).toEqual(["2 00:00 buy 10 X at 50"]);
  });

  test.each<[string, { readonly stop?: number; readonly limit?: number }, string, string]>([
    // A risk of 1 % of 100,000 buys 500 units that can lose 101 - 99 each, or 2000 that can lose 99.5 - 99 each.
    ["a stop above the market", { stop: 101 }, "100 100 100 100\n100 102 100 102", "3 00:00 buy 500 X at 101"],
    ["a limit below the market", { limit: 99.5 }, "100 100 100 100\n100 100 99 100", "3 00:00 buy 2000 X at 99.5"],
    [
      "a limit above the market, which the bar does not reach",
      { limit: 110 },
      "100 100 100 100\n100 100 100 100",
      "3 00:00 buy 1000 X at 100",
    ],
  ])("a size by risk uses the distance from the expected fill price: %s", (_, prices, rows, fill) => {
    const { fills } = play(
      barsFrom(rows),
      { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 99, ...prices }) },
      { account: "margin", initialMargin: 0.25, maintenanceMargin: 0.2 },
    );
    expect(fills).toEqual([fill]);
  });

  test("a size by risk computes the distance to its stop price in decimals: from 99 to 98.8 is 0.2, so 10 buys fifty units", () => {
    const { fills } = play(
      flatBars([99, 99]),
      { 1: ({ orders }) => orders.buy({ risk: 0.001, stopPrice: 98.8 }) },
      { cash: 10_000 },
    );
    expect(fills).toEqual(["2 00:00 buy 50 X at 99"]);
  });

  test.each([1, 32])(
    "a size by risk does not depend on the scale of prices without short decimals, %i times as large",
    (times) => {
      // From 100⅓ to 99 is 4/3, so a risk of 1 buys three quarters of a unit.
      const { fills } = play(
        flatBars([(301 / 3) * times, (301 / 3) * times]),
        { 1: ({ orders }) => orders.buy({ risk: 0.001, stopPrice: 99 * times }) },
        { cash: 1_000 * times, moneyRounding: "none" },
        { lot: 0.0001 },
      );
      expect(fills).toEqual([`2 00:00 buy 0.75 X at ${(301 / 3) * times}`]);
    },
  );

  test("a size by notional is an amount of money, including the commission", () => {
    // An amount of 505 pays for 5 units at 100 and 5 of commission.
    const { fills } = play(
      still,
      { 1: ({ orders }) => orders.buy({ notional: 505 }) },
      { commission: percentCommission },
    );
    expect(fills).toEqual(["2 00:00 buy 5 X at 100, commission 5"]);
  });

  test("a size by risk loses its share of equity if the price falls to the stop price", () => {
    // The risk of 1 % of 100,000 is 1000. Each unit loses 8 down to 92, so the order buys 125.
    const { fills } = play(still, { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 92 }) });
    expect(fills).toEqual(["2 00:00 buy 125 X at 100"]);
  });

  test("a size by risk is capped by what cash covers", () => {
    // A risk of 10 with a loss of 0.10 a unit would buy 100 units, but cash covers 10.
    const { fills } = play(still, { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 99.9 }) }, { cash: 1000 });
    expect(fills).toEqual(["2 00:00 buy 10 X at 100"]);
  });

  test("a size by risk includes the multiplier of the contract", () => {
    // The risk is 1000. A unit loses 8 × 50 = 400, so the order buys two units, worth 10,000.
    const { fills, result } = play(
      still,
      { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 92 }) },
      {},
      { multiplier: 50 },
    );
    expect(fills).toEqual(["2 00:00 buy 2 X at 100"]);
    expect(result.equity.cash.at(-1)).toBe(90_000);
  });

  test("a size by risk with a stop price equal to the market price is rejected", () => {
    const { orders } = play(still, { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 100 }) });
    expect(orders).toEqual(["buy market 0: rejected quantity_below_lot"]);
  });

  test.each([{ percent: 1 }, { notional: 5000 }, { risk: 0.5, stopPrice: 99 }])(
    "the quantity of a sell of %o is capped by the position",
    (size) => {
      const { fills } = play(still, {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        2: ({ orders }) => orders.sell(size),
      });
      expect(fills[1]).toBe("3 00:00 sell 10 X at 100");
    },
  );

  test("a sell by risk is sized by its stop price, also at a commission rate of 0", () => {
    const { orders } = play(
      still,
      {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        2: ({ orders }) => orders.sell({ risk: 0.00002, stopPrice: 99 }),
      },
      { commission: { model: "percent", rate: 0 } },
    );
    // The risk is 2, and a unit can lose 1.
    expect(orders[1]).toBe("sell market 2: filled");
  });

  test("a size by percent at a price of 0.1 buys all units that cash covers, despite binary rounding", () => {
    // The cost is 993 × 0.1 + 1 = 100.30, although in binary 99.30000000000001 + 1 is more.
    const { fills } = play(
      flatBars([0.1, 0.1]),
      { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      { cash: 100.3, commission: { model: "per-order", amount: 1 } },
    );
    expect(fills).toEqual(["2 00:00 buy 993 X at 0.1, commission 1"]);
  });
});

describe("lots and multipliers", () => {
  test("a fractional lot of a ten-thousandth lets cash be invested almost completely", () => {
    // Cash of 1000 buys 0.023142… units at 43,210.5.
    const { fills, result } = play(
      flatBars([43_210.5, 43_210.5]),
      { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      { cash: 1000 },
      { lot: 0.0001 },
    );
    expect(fills).toEqual(["2 00:00 buy 0.0231 X at 43210.5"]);
    expect(result.equity.cash.at(-1)).toBe(1.84);
  });

  test("a quantity that is not a whole number of lots is rounded down", () => {
    expect(play(still, { 1: ({ orders }) => orders.buy({ quantity: 2.9 }) }).fills).toEqual(["2 00:00 buy 2 X at 100"]);
    const hundreds = play(still, { 1: ({ orders }) => orders.buy({ quantity: 399 }) }, {}, { lot: 100 });
    expect(hundreds.fills).toEqual(["2 00:00 buy 300 X at 100"]);
  });

  test("a position of tenths can be sold completely, one tenth at a time", () => {
    const { fills, orders, result } = play(
      flatBars([100, 100, 100, 100, 100]),
      {
        1: ({ orders }) => orders.buy({ quantity: 0.3 }),
        2: ({ orders }) => orders.sell({ quantity: 0.1 }),
        3: ({ orders }) => orders.sell({ quantity: 0.1 }),
        4: ({ orders }) => orders.close(),
      },
      {},
      { lot: 0.1 },
    );
    expect(fills.slice(1)).toEqual([
      "3 00:00 sell 0.1 X at 100",
      "4 00:00 sell 0.1 X at 100",
      "5 00:00 sell 0.1 X at 100",
    ]);
    expect(orders.at(-1)).toBe("sell market 0.1: filled");
    expect(result.trades.map(({ quantity }) => quantity)).toEqual([0.1, 0.1, 0.1]);
    expect(result.counts.openTrades).toBe(0);
  });

  test("a multiplier of 50 makes a move of one point worth 50 a unit", () => {
    // The entry is worth 2 × 100 × 50 = 10,000. Two points of profit on two units are 200.
    const { result } = play(
      barsFrom("100 100 100 100\n100 100 100 100\n102 102 102 102"),
      { 1: ({ orders }) => orders.buy({ percent: 0.1 }), 2: ({ orders }) => orders.close() },
      {},
      { multiplier: 50 },
    );
    expect(Array.from(result.equity.equity)).toEqual([100_000, 100_000, 100_200]);
    expect(result.trades).toMatchObject([{ quantity: 2, pnl: 200, return: 0.02 }]);
  });
});
