import { backtest, type CorporateAction, defineStrategy, marketOf } from "hindcast";
import { expect, test } from "vitest";
import { DAY_MS } from "../../src/time/interval.ts";
import { barsFrom, FIRST_DAY } from "../support/market.ts";

test("same-close fills booked at the next bar's close use that bar's close and the units after its split", () => {
  const market = marketOf({ X: barsFrom("100 100 100 100\n100 100 100 100\n50 52 50 52") });
  const exDate = FIRST_DAY / DAY_MS + 2;
  const split: CorporateAction = { symbol: "X", kind: "split", exDate, ratio: 2, cash: 0, currency: "USD" };
  const data = { ...market, series: market.series.map((one) => ({ ...one, actions: [split] })) };
  const strategy = defineStrategy({
    name: "second",
    onBar({ bar, orders }) {
      if (bar.index === 1) orders.buy({ quantity: 10 });
    },
  });
  const settings = { fillAt: "same-close", bookAt: "bar-close", cash: 2000 } as const;
  const result = backtest(strategy, data, settings);
  expect(result.orders[0]).toMatchObject({ quantity: 20, status: "filled" });
  expect(result.fills).toMatchObject([{ quantity: 20, price: 50 }]);
  expect(result.explain(1).fills[0]).toMatchObject({ at: "close", basePrice: 50, bar: { close: 100 } });
});
