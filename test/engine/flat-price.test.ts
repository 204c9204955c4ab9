import { backtest, defineStrategy, marketOf } from "hindcast";
import { expect, test } from "vitest";
import { flatBars } from "../support/market.ts";

test("a constant price has a return of exactly zero, despite binary rounding of fractional units", () => {
  const data = marketOf({ X: flatBars([6.56, 6.56, 6.56, 6.56]) }, { X: { lot: 1e-9 } });
  const holds = defineStrategy({
    name: "holds",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ percent: 1 });
    },
  });
  const { summary, equity, band } = backtest(holds, data, { intrabar: "band" });
  expect(equity.equity.at(-1)).toBe(99_999.99999999742);
  for (const name of ["total-return", "cagr", "annual-return", "buy-and-hold-return"] as const)
    expect(summary[name], name).toBe(0);
  expect(band).toMatchObject({ pessimistic: { totalReturn: 0 }, optimistic: { totalReturn: 0 }, crossesZero: false });
});
