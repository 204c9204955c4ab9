import { backtest, defineStrategy, marketOf } from "hindcast";
import { expect, test } from "vitest";
import { DAY_MS } from "../../src/time/interval.ts";
import { barsFrom, FIRST_DAY } from "../support/market.ts";

/**
 * Holds a position from the first open through a reverse split of one for four, after which the price is four times as
 * high.
 */
function heldOverSplit(quantity: number, price: number, lot: number) {
  const strategy = defineStrategy({
    name: "holder",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity });
    },
  });
  const exDate = FIRST_DAY / DAY_MS + 2;
  const split = { symbol: "X", kind: "split", exDate, ratio: 0.25, cash: 0, currency: "USD" } as const;
  const still = [price, price, price, price].join(" ");
  const bars = barsFrom(`${still}\n${still}\n${still.replaceAll(String(price), String(4 * price))}`);
  const market = marketOf({ X: bars }, { X: { lot } });
  const series = market.series.map((one) => ({ ...one, actions: [split] }));
  return backtest(strategy, { ...market, series });
}

test("cash in lieu of a fractional lot is computed in decimals: a quarter of a hundredth at 1074 is 2.685, rounded to 2.69", () => {
  const { entries, trades } = heldOverSplit(12.01, 268.5, 0.01);
  expect(entries.at(-1)).toMatchObject({ kind: "cash_in_lieu", quantity: -0.0025, amount: 2.69 });
  expect(trades.map(({ quantity }) => quantity)).toEqual([0.0025, 3]);
});

test("cash in lieu of a fractional lot has its exact value next to a large position", () => {
  const { entries, trades } = heldOverSplit(4_000_000.002, 0.02, 0.001);
  expect(entries.at(-1)).toMatchObject({ kind: "cash_in_lieu", quantity: -0.0005, amount: 0 });
  expect(trades.map(({ quantity }) => quantity)).toEqual([0.0005, 1_000_000]);
});
