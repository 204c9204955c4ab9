import { backtest, defineStrategy, ta } from "hindcast";
import { expect, test } from "vitest";
import { buyAndHoldSummary } from "../../src/report/summary-rows.ts";
import { barsOf, marketOfBars } from "./fixture.ts";

const data = marketOfBars({
  ACME: barsOf([
    [33.37, 33.37, 33.37, 33.37],
    [30.06, 30.06, 30.06, 30.06],
  ]),
});
const idle = defineStrategy({ name: "idle" });

test("money of buy and hold is rounded as that of the strategy beside it", () => {
  const { "final-equity": rounded } = buyAndHoldSummary(backtest(idle, data, { cash: 1000 }));
  // 1000 / 33.37 * 30.06 is 900.80910…
  expect(rounded).toBe(900.81);
  const unrounded = backtest(idle, data, { cash: 1000, moneyRounding: "none" });
  expect(buyAndHoldSummary(unrounded)["final-equity"]).toBe((1000 / 33.37) * 30.06);
});

test("by the habits of another engine buy and hold begins where the strategy beside it could trade", () => {
  const prices = marketOfBars({ ACME: barsOf([10, 20, 40, 50].map((price) => [price, price, price, price])) });
  const waiting = defineStrategy({ name: "waiting", indicators: ({ close }) => ({ average: ta.sma(close, 3) }) });
  const result = backtest(waiting, prices, { conventions: "backtesting.py" });
  // From the third close, the first with an average, to the last: 50 / 40.
  expect(result.summary["buy-and-hold-return"]).toBe(0.25);
  expect(buyAndHoldSummary(result)["buy-and-hold-return"]).toBe(0.25);
  expect(buyAndHoldSummary(result)["total-return"]).toBe(0.25);
});

test.each(["hindcast", "backtesting.py", "backtrader", "lean", "zipline"] as const)(
  "by %s the return of buy and hold is one number, beside the strategy and in the result",
  (conventions) => {
    const prices = marketOfBars({
      ACME: barsOf([10, 20, 40, 30, 50].map((price) => [price - 1, price + 1, price - 2, price])),
    });
    const waiting = defineStrategy({ name: "waiting", indicators: ({ close }) => ({ average: ta.sma(close, 3) }) });
    const result = backtest(waiting, prices, { conventions });
    expect(buyAndHoldSummary(result)["total-return"]).toBe(result.summary["buy-and-hold-return"]);
  },
);
