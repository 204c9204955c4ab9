import { backtest, defineStrategy } from "hindcast";
import { expect, test } from "vitest";
import { buyAndHoldSummary } from "../../src/report/buy-and-hold-summary.ts";
import { barsOf, marketOfBars } from "./fixture.ts";

const data = marketOfBars({
  ACME: barsOf([
    [33.37, 33.37, 33.37, 33.37],
    [30.06, 30.06, 30.06, 30.06],
  ]),
});
const idle = defineStrategy({ name: "idle" });

test("money of buy and hold is rounded as that of the strategy beside it", () => {
  const { "final-equity": rounded } = buyAndHoldSummary(backtest(idle, data, { settings: { cash: 1000 } }));
  // 1000 / 33.37 * 30.06 is 900.80910…
  expect(rounded).toBe(900.81);
  const unrounded = backtest(idle, data, { settings: { cash: 1000, moneyRounding: "none" } });
  expect(buyAndHoldSummary(unrounded)["final-equity"]).toBe((1000 / 33.37) * 30.06);
});
