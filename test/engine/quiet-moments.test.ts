import { backtest, Bars, crossedAbove, crossedBelow, defineStrategy, marketOf, ta } from "hindcast";
import { expect, test } from "vitest";
import { Backtest } from "../../src/engine/backtest.ts";
import { RunPlan } from "../../src/engine/run-plan.ts";
import { BacktestResult } from "../../src/engine/backtest-result.ts";
import { FIRST_DAY } from "../support/market.ts";
import { randomBars } from "../support/series.ts";

const HOUR = 3_600_000;

function bars(interval: "1h" | "1d", seed: number, length: number, offset = 0): Bars {
  const step = interval === "1d" ? 24 * HOUR : HOUR;
  return new Bars(interval, {
    time: Float64Array.from({ length }, (_, i) => FIRST_DAY + i * step + offset),
    ...randomBars(length, seed),
  });
}

/** Strategy that has only an onBar hook and submits nothing on most bars. */
const seldom = defineStrategy({
  name: "seldom",
  indicators: ({ close }) => ({ fast: ta.sma(close, 5), slow: ta.sma(close, 20) }),
  onBar({ ind, orders, bar, portfolio, log }) {
    if (bar.index % 100 === 0) log(`${portfolio.equity} ${portfolio.cash}`);
    if (crossedAbove(ind.fast, ind.slow)) orders.buy({ percent: 0.4 });
    else if (crossedBelow(ind.fast, ind.slow)) orders.close();
    const { close } = bar;
    if (bar.index % 150 === 0) orders.buy({ quantity: 1, limit: close * 0.97, timeInForce: "gtc" });
    if (bar.index % 170 === 0) orders.buy({ quantity: 2, takeProfit: close * 1.05, stopLoss: close * 0.95 });
    if (bar.index % 190 === 0) orders.buy({ quantity: 1, stop: close * 1.03, limit: close * 1.04 });
    if (bar.index % 210 === 0) orders.buy({ quantity: 1, stopLoss: { trailPercent: 0.03 } });
  },
});

const markets = {
  "daily bars of one symbol": marketOf({ A: bars("1d", 3, 700) }),
  "hourly bars of one symbol": marketOf({ A: bars("1h", 4, 900) }),
  "daily bars of three symbols": marketOf({
    A: bars("1d", 5, 400),
    B: bars("1d", 6, 300),
    C: bars("1d", 7, 350, 24 * HOUR),
  }),
  "daily bars of a symbol with data of the same days": marketOf(
    { A: bars("1d", 10, 500), B: bars("1d", 11, 450) },
    { B: { role: "data" } },
  ),
  "hourly bars of two symbols half an hour apart": marketOf({ A: bars("1h", 8, 500), B: bars("1h", 9, 450, HOUR / 2) }),
};
const choices = {
  "": {},
  "from a later date on ": { from: new Date(FIRST_DAY + 8 * 24 * HOUR).toISOString().slice(0, 10) },
  "with same-close ": { fillAt: "same-close" },
  "with a volume share ": { volumeShare: 0.0002 },
  "with latency and trade-through limits ": { latencyMs: 60_000, limitFill: "trade-through", intrabar: "optimistic" },
  "with backtrader conventions ": { conventions: "backtrader" },
  "with a margin account ": { account: "margin" },
} as const;

// A whole run skips moments without orders in its own loop. A run that stops after each phase goes through all seven
// phases of each moment.
for (const [market, data] of Object.entries(markets))
  for (const [choice, settings] of Object.entries(choices))
    test(`a run over ${market} ${choice}gives the same result when it stops after each phase`, () => {
      const plan = new RunPlan(seldom, data, { settings });
      const whole = backtest(seldom, data, settings);
      const going = new Backtest(plan);
      for (let number = 0, block = plan.market.timeline.block(0); block !== undefined;) {
        for (let place = 0; place < block.length; place++)
          for (const phase of [1, 2, 3, 4, 5, 6, 7] as const) going.advance(block.time[place]!, phase);
        block = plan.market.timeline.block(++number);
      }
      going.advance();

      going.end();
      const stepped = new BacktestResult(going);
      expect(whole.counts.fills).toBeGreaterThan(10);
      expect(stepped.fillHash).toBe(whole.fillHash);
      expect(stepped.equity).toEqual(whole.equity);
      expect(stepped.entries).toEqual(whole.entries);
      expect(stepped.orderEvents).toEqual(whole.orderEvents);
      expect(stepped.log).toEqual(whole.log);
      expect(stepped.counts).toEqual(whole.counts);
    });
