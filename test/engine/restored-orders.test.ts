import { defineStrategy, marketOf } from "hindcast";
import { expect, test } from "vitest";
import { Backtest } from "../../src/engine/backtest.ts";
import { RunPlan } from "../../src/engine/run-plan.ts";
import { barsFrom, flatBars } from "../support/market.ts";

test("a restored trailing stop keeps a price between ticks after a split, although prices of new orders are rounded to ticks", () => {
  const strategy = defineStrategy({
    name: "trailing",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 1, stopLoss: { trail: 0.35 } });
    },
  });
  const market = marketOf({ X: barsFrom("50 50 50 50\n50 50.105 50 50.1\n25.05 25.05 25 25\n25 25 24.5 24.5") });
  const exDate = market.series[0]!.bars.time[2]! / 86_400_000;
  const split = { symbol: "X", kind: "split", exDate, ratio: 2, cash: 0, currency: "USD" } as const;
  const data = { ...market, series: market.series.map((one) => ({ ...one, actions: [split] })) };
  const plan = new RunPlan(strategy, data, { settings: { tickRounding: "orders" } });
  const going = new Backtest(plan);
  going.advance(data.series[0]!.bars.time[2]!);
  const state = going.snapshot();
  // The stop price of 50.105 - 0.35 was rounded to 49.75, which the split halves.
  expect(state.simulation.broker.open.map(({ stopPrice }) => stopPrice)).toEqual([24.875]);
  const other = new Backtest(plan);
  other.restore(state);
  expect(other.snapshot()).toEqual(state);
});

test("the strategy cannot cancel a restored margin call", () => {
  const strategy = defineStrategy({
    name: "careless",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 20 });
      else orders.cancelAll();
    },
  });
  const plan = new RunPlan(strategy, marketOf({ X: flatBars([100, 100, 66, 60, 50]) }), {
    settings: { account: "margin", marginCalls: "at-close", cash: 1000 },
  });
  const going = new Backtest(plan);
  // The margin call is created in the fourth phase of the third bar's close, before the hooks, when equity of 320 is
  // below a quarter of 1320.
  going.advance(plan.data.series[0]!.bars.time[3]!, 4);
  const state = structuredClone(going.snapshot());
  expect(state.simulation.broker.open).toMatchObject([{ tag: "margin call", forced: true }]);
  const other = new Backtest(plan);
  other.restore(state);
  expect(other.snapshot()).toEqual(state);
  for (const run of [going, other]) {
    run.advance();
    // The twenty units lose 40 each of 1000.
    expect(run.simulation.portfolio.cash).toBe(200);
  }
});
