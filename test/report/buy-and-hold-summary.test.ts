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

test("buy-and-hold equity is rounded like the strategy's equity", () => {
  const { "final-equity": rounded } = buyAndHoldSummary(backtest(idle, data, { cash: 1000 }));
  // 1000 / 33.37 * 30.06 = 900.80910…
  expect(rounded).toBe(900.81);
  const unrounded = backtest(idle, data, { cash: 1000, moneyRounding: "none" });
  expect(buyAndHoldSummary(unrounded)["final-equity"]).toBe((1000 / 33.37) * 30.06);
});

test("buy and hold with backtesting.py's conventions starts at the first bar at which the strategy could trade", () => {
  const prices = marketOfBars({ ACME: barsOf([10, 20, 40, 50].map((price) => [price, price, price, price])) });
  const waiting = defineStrategy({ name: "waiting", indicators: ({ close }) => ({ average: ta.sma(close, 3) }) });
  const result = backtest(waiting, prices, { conventions: "backtesting.py" });
  // Buy and hold runs from the third close, 40, where the average has its first value, to the last close, 50.
  expect(result.summary["buy-and-hold-return"]).toBe(0.25);
  expect(buyAndHoldSummary(result)["buy-and-hold-return"]).toBe(0.25);
  expect(buyAndHoldSummary(result)["total-return"]).toBe(0.25);
});

test.each(["hindcast", "backtesting.py", "backtrader", "lean", "zipline"] as const)(
  "the summaries of buy and hold and of the strategy have the same buy-and-hold return with %s conventions",
  (conventions) => {
    const prices = marketOfBars({
      ACME: barsOf([10, 20, 40, 30, 50].map((price) => [price - 1, price + 1, price - 2, price])),
    });
    const waiting = defineStrategy({ name: "waiting", indicators: ({ close }) => ({ average: ta.sma(close, 3) }) });
    const result = backtest(waiting, prices, { conventions });
    expect(buyAndHoldSummary(result)["total-return"]).toBe(result.summary["buy-and-hold-return"]);
  },
);
