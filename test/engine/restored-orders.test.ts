import { Driver, defineStrategy, marketOf, RunPlan } from "hindcast";
import { expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";

test("a restored order stands at the price to which it followed the market, though new orders stand on ticks", () => {
  const strategy = defineStrategy({
    name: "trailing",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 1, stopLoss: { trail: 0.35 } });
    },
  });
  const data = marketOf({ X: barsFrom("50 50 50 50\n50 50.105 50 50.1\n50.1 50.1 50 50\n50 50 49 49") });
  const plan = new RunPlan(strategy, data, { settings: { tickRounding: "orders" } });
  const driver = new Driver(plan);
  driver.advance(data.series[0]!.bars.time[2]!);
  const state = driver.snapshot();
  // 50.105 less 0.35, between two cents.
  expect(state.broker.open.map(({ stopPrice }) => stopPrice)).toEqual([49.755]);
  const other = new Driver(plan);
  other.restore(state);
  expect(other.snapshot()).toEqual(state);
});
