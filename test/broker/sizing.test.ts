import { describe, expect, test } from "vitest";
import { barsFrom, flatBars } from "../support/market.ts";
import { play } from "../support/play.ts";

const percentCommission = { model: "percent", rate: 0.01 };
const still = flatBars([100, 100, 100, 100]);

describe("a size becomes a quantity at submission, at the last price:", () => {
  test("percent is a share of equity, rounded down to the lot", () => {
    // 1000 × 0.5 = 500 buys seven units at 70: 490.
    const { fills } = play(flatBars([70, 70]), { 1: ({ orders }) => orders.buy({ percent: 0.5 }) }, { cash: 1000 });
    expect(fills).toEqual(["2 00:00 buy 7 X at 70"]);
  });

  test("percent includes the commission", () => {
    // 9 × 100 × 1.01 = 909; a tenth unit would make it 1010.
    const { fills, result } = play(
      still,
      { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      { cash: 1009.99, commission: percentCommission },
    );
    expect(fills).toEqual(["2 00:00 buy 9 X at 100, commission 9"]);
    expect(result.equity.cash.at(-1)).toBe(100.99);
  });

  test("percent buys the last lot if cash is exactly enough", () => {
    const { fills } = play(
      still,
      { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      { cash: 1010, commission: percentCommission },
    );
    expect(fills).toEqual(["2 00:00 buy 10 X at 100, commission 10"]);
  });

  test("percent is measured on equity, including positions, and capped by buying power", () => {
    // Equity is 2000: a position of 10 × 100 and 1000 in cash. A share of 0.4 is 800; a share of 0.9 would be 1800 and is cut to 1000.
    const buy = (percent: number) =>
      play(
        still,
        { 1: ({ orders }) => orders.buy({ quantity: 10 }), 2: ({ orders }) => orders.buy({ percent }) },
        { cash: 2000 },
      ).fills[1];
    expect(buy(0.4)).toBe("3 00:00 buy 8 X at 100");
    expect(buy(0.9)).toBe("3 00:00 buy 10 X at 100");
  });

  test("percent is not sized again at a lower open", () => {
    const { fills } = play(flatBars([100, 50]), { 1: ({ orders }) => orders.buy({ percent: 1 }) }, { cash: 1000 });
    expect(fills).toEqual(["2 00:00 buy 10 X at 50"]);
  });

  test.each<[string, { readonly stop?: number; readonly limit?: number }, string, string]>([
    // 1 % of 100,000 over 101 - 99, and over 99.5 - 99.
    ["a stop above the market", { stop: 101 }, "100 100 100 100\n100 102 100 102", "3 00:00 buy 500 X at 101"],
    ["a limit below the market", { limit: 99.5 }, "100 100 100 100\n100 100 99 100", "3 00:00 buy 2000 X at 99.5"],
    [
      "a limit above the market, which the bar does not reach",
      { limit: 110 },
      "100 100 100 100\n100 100 100 100",
      "3 00:00 buy 1000 X at 100",
    ],
  ])("risk is measured from the expected fill price: %s", (_, prices, rows, fill) => {
    const { fills } = play(
      barsFrom(rows),
      { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 99, ...prices }) },
      { account: "margin", initialMargin: 0.25, maintenanceMargin: 0.2 },
    );
    expect(fills).toEqual([fill]);
  });

  test("risk measures the distance to its stop price in decimals: 0.2 from 99 to 98.8, so 10 buys fifty units", () => {
    const { fills } = play(
      flatBars([99, 99]),
      { 1: ({ orders }) => orders.buy({ risk: 0.001, stopPrice: 98.8 }) },
      { cash: 10_000 },
    );
    expect(fills).toEqual(["2 00:00 buy 50 X at 99"]);
  });

  test.each([1, 32])("risk is the same for prices that are not short decimals, %i times as large", (times) => {
    // From 100⅓ to 99 is 4/3, so a risk of 1 buys three quarters.
    const { fills } = play(
      flatBars([(301 / 3) * times, (301 / 3) * times]),
      { 1: ({ orders }) => orders.buy({ risk: 0.001, stopPrice: 99 * times }) },
      { cash: 1_000 * times, moneyRounding: "none" },
      { lot: 0.0001 },
    );
    expect(fills).toEqual([`2 00:00 buy 0.75 X at ${(301 / 3) * times}`]);
  });

  test("notional is money, including commission", () => {
    // 505 pays for 5 × 100 and 5 of commission.
    const { fills } = play(
      still,
      { 1: ({ orders }) => orders.buy({ notional: 505 }) },
      { commission: percentCommission },
    );
    expect(fills).toEqual(["2 00:00 buy 5 X at 100, commission 5"]);
  });

  test("risk is the share of equity that a fall to the stop price loses", () => {
    // 1 % of 100,000 is 1000; each unit loses 100 − 92 = 8: 125 units.
    const { fills } = play(still, { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 92 }) });
    expect(fills).toEqual(["2 00:00 buy 125 X at 100"]);
  });

  test("risk is capped by what cash covers", () => {
    // 1 % of 1000 over a loss of 0.10 a unit would be 100 units; cash covers 10.
    const { fills } = play(still, { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 99.9 }) }, { cash: 1000 });
    expect(fills).toEqual(["2 00:00 buy 10 X at 100"]);
  });

  test("risk includes the multiplier", () => {
    // 1000 of risk, and a unit loses 8 × 50 = 400: two units, worth 10,000.
    const { fills, result } = play(
      still,
      { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 92 }) },
      {},
      { multiplier: 50 },
    );
    expect(fills).toEqual(["2 00:00 buy 2 X at 100"]);
    expect(result.equity.cash.at(-1)).toBe(90_000);
  });

  test("risk with a stop price equal to the market price is rejected", () => {
    const { orders } = play(still, { 1: ({ orders }) => orders.buy({ risk: 0.01, stopPrice: 100 }) });
    expect(orders).toEqual(["buy market 0: rejected quantity_below_lot"]);
  });

  test.each([{ percent: 1 }, { notional: 5000 }, { risk: 0.5, stopPrice: 99 }])(
    "a sell of %o is capped by the position",
    (size) => {
      const { fills } = play(still, {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        2: ({ orders }) => orders.sell(size),
      });
      expect(fills[1]).toBe("3 00:00 sell 10 X at 100");
    },
  );

  test("a sell by risk is sized without a commission rate", () => {
    const { orders } = play(
      still,
      {
        1: ({ orders }) => orders.buy({ quantity: 10 }),
        2: ({ orders }) => orders.sell({ risk: 0.00002, stopPrice: 99 }),
      },
      { commission: { model: "percent", rate: 0 } },
    );
    // 0.002 % of 100,000 is 2, and a unit loses 1.
    expect(orders[1]).toBe("sell market 2: filled");
  });

  test("percent at a price of 0.1 buys all units that cash covers, despite binary rounding", () => {
    // 993 × 0.1 + 1 of commission = 100.30, although 99.30000000000001 + 1 is more in binary.
    const { fills } = play(
      flatBars([0.1, 0.1]),
      { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      { cash: 100.3, commission: { model: "per-order", amount: 1 } },
    );
    expect(fills).toEqual(["2 00:00 buy 993 X at 0.1, commission 1"]);
  });
});

describe("lots and multipliers", () => {
  test("fractional lots are bought to the last ten-thousandth", () => {
    // 1000 / 43,210.5 = 0.023142…
    const { fills, result } = play(
      flatBars([43_210.5, 43_210.5]),
      { 1: ({ orders }) => orders.buy({ percent: 1 }) },
      { cash: 1000 },
      { lot: 0.0001 },
    );
    expect(fills).toEqual(["2 00:00 buy 0.0231 X at 43210.5"]);
    expect(result.equity.cash.at(-1)).toBe(1.84); // 0.0231 × 43,210.5 = 998.16255, booked as 998.16
  });

  test("a quantity between lots is rounded down", () => {
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

  test("a multiplier of 50 makes a point worth 50", () => {
    // 2 × 100 × 50 = 10,000 at entry; two points of profit on two units are 200.
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
