import { backtest, defineStrategy, marketOf } from "hindcast";
import { expect, test } from "vitest";
import { DAY_MS } from "../../src/time/interval.ts";
import { barsFrom, FIRST_DAY } from "../support/market.ts";

/** What is bought at the first open and split one for four before the third bar, at four times the price. */
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

test("a part of a lot that a split leaves is paid as its decimals say: a quarter of a hundredth at 1074 is 2.685, so 2.69", () => {
  const { entries, trades } = heldOverSplit(12.01, 268.5, 0.01);
  expect(entries.at(-1)).toMatchObject({ kind: "cash_in_lieu", quantity: -0.0025, amount: 2.69 });
  expect(trades.map(({ quantity }) => quantity)).toEqual([0.0025, 3]);
});

test("it is paid beside any number of units", () => {
  const { entries, trades } = heldOverSplit(4_000_000.002, 0.02, 0.001);
  expect(entries.at(-1)).toMatchObject({ kind: "cash_in_lieu", quantity: -0.0005, amount: 0 });
  expect(trades.map(({ quantity }) => quantity)).toEqual([0.0005, 1_000_000]);
});
