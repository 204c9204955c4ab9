import * as fc from "fast-check";
import { Bars, defineStrategy, marketOf } from "hindcast";
import { expect, it } from "vitest";
import { Backtest } from "../../src/engine/backtest.ts";
import { RunPlan } from "../../src/engine/run-plan.ts";
import { createAccount } from "../../src/broker/accounts/create-account.ts";
import { Charges } from "../../src/broker/accounts/charges.ts";
import { FEW_ORDERS } from "../../src/broker/open-orders.ts";
import { RollingValue } from "../../src/broker/rolling-value.ts";
import { STATUS } from "../../src/broker/order-codes.ts";
import { FIRST_DAY, flatBars, withColumns } from "../support/market.ts";
import { runs } from "../support/runs.ts";
import { roundedOnce } from "../support/rounded-once.ts";
import { randomBars } from "../support/series.ts";
import { property } from "../support/property.ts";

const LENGTH = 60;

function days(seed: number): Bars {
  const time = Float64Array.from({ length: LENGTH }, (_, i) => FIRST_DAY + i * 86_400_000);
  return new Bars("1d", { time, ...randomBars(LENGTH, seed) });
}

/** Bars at a constant price, so that only the remaining quantity changes what an order reserves. */
const STILL = flatBars(Array.from({ length: LENGTH }, () => 100));

/** The same bars without volume, in which no order fills. */
const UNTRADED = withColumns(STILL, { volume: new Float64Array(LENGTH) });

const steps = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 400 }),
    below: fc.double({ min: 0, max: 0.05, noNaN: true }),
    cancels: fc.boolean(),
    sells: fc.boolean(),
  }),
  { minLength: LENGTH, maxLength: LENGTH },
);

property(
  [
    fc.option(fc.nat(1000)),
    steps,
    fc.constantFrom("cash", "margin"),
    fc.constantFrom("percent", "tiered"),
    fc.constantFrom("at-submission", "at-fill"),
  ],
  runs(40),
)(
  "cash reserved by open buys equals the sum of the orders' costs at every moment",
  (seed, plans, account, model, sizeAt) => {
    let most = 0;
    const strategy = defineStrategy({
      name: "ladder",
      onBar({ orders, bar }) {
        const { quantity, below, cancels, sells } = plans[bar.index]!;
        // These buys stay open to the end of the run.
        if (bar.index === 0)
          for (let rung = 0; rung < 6; rung++) orders.buy({ quantity, limit: bar.close * 0.01, timeInForce: "gtc" });
        for (const rung of [0, 1, 2])
          orders.buy({ quantity, limit: bar.close * (1 - below * rung), timeInForce: "gtc" });
        if (sells) orders.sell({ quantity, limit: bar.close * 1.01, timeInForce: "gtc" });
        // With sizeAt at-fill this percent order may get its quantity without a fill.
        if (sells) orders.buy({ percent: 0.0001 * quantity, timeInForce: "gtc" });
        if (sells) orders.buy({ quantity, stopLoss: { stop: bar.low * 0.97 }, takeProfit: { limit: bar.high * 1.02 } });
        const chosen = orders.open[quantity % orders.open.length];
        if (chosen !== undefined && below > 0.03)
          orders.replace(chosen.id, { quantity: below > 0.04 ? 1e9 : quantity + 1 });
        if (cancels && orders.open.length > 3) orders.cancel(orders.open[quantity % orders.open.length]!.id);
      },
    });
    const settings = {
      account,
      cash: 1e9,
      commission: { model },
      sizeAt,
      volumeShare: 0.01,
    } as const;
    const going = new Backtest(
      new RunPlan(strategy, marketOf({ A: seed === null ? STILL : days(seed), B: STILL, C: UNTRADED }), { settings }),
    );
    const traded = new RollingValue(going.simulation);
    let seen = 0;
    for (let day = 0; day < LENGTH; day++) {
      going.advance(FIRST_DAY + (day + 1) * 86_400_000);
      const { open } = going.simulation.broker;
      for (const { kind, time, amount, sequence } of going.simulation.portfolio.entries.entries(
        ["A", "B", "C"],
        seen,
      )) {
        if (kind === "fill") traded.add(time, Math.abs(amount));
        seen = sequence;
      }
      const charges = new Charges(going.simulation.portfolio.money, going.plan.rules, traded);
      const waiting = open.at
        .slice(0, open.count)
        .filter(({ sign, live, status }) => sign === 1 && live && status !== STATUS.held);
      most = Math.max(most, waiting.length);
      const costs = waiting.map((order) => charges.costOfOpen(order));
      // The account adds a few costs in order. From more orders on it sums exactly and rounds once.
      const sum = open.count <= FEW_ORDERS ? costs.reduce((all, cost) => all + cost, 0) : roundedOnce(costs);
      const { account: lasting } = going.simulation.broker;
      expect(lasting.reservedCash).toBe(sum);
      // A new account sums over all open orders, without earlier running totals.
      const fresh = createAccount(going.plan.rules, going.simulation.portfolio, going.simulation.feeds, open, traded);
      expect(lasting.reservedCash).toBe(fresh.reservedCash);
      expect(lasting.buyingPower).toBe(fresh.buyingPower);
    }
    expect(most).toBeGreaterThan(8);
  },
  120_000,
);

it("buying power excludes possible proceeds of a bracket's exits", () => {
  const strategy = defineStrategy({
    name: "one-bracket",
    onBar({ orders, bar }) {
      if (bar.index === 0) orders.buy({ quantity: 4, takeProfit: { limit: 200 }, stopLoss: { stop: 50 } });
    },
  });
  const going = new Backtest(
    new RunPlan(strategy, marketOf({ A: STILL }), { settings: { account: "cash", cash: 1000 } }),
  );
  going.advance(FIRST_DAY + 5 * 86_400_000);
  expect(going.simulation.portfolio.cash).toBe(600);
  expect(going.simulation.broker.account.buyingPower).toBe(600);
});

it("buying power excludes possible proceeds of OCO exits, even when the position is larger than they sell", () => {
  const strategy = defineStrategy({
    name: "half-protected",
    onBar({ orders, bar }) {
      if (bar.index === 0) orders.buy({ quantity: 6 });
      if (bar.index === 0) orders.buy({ quantity: 2, takeProfit: { limit: 200 }, stopLoss: { stop: 50 } });
      if (bar.index === 2) orders.oco({ quantity: 1, takeProfit: { limit: 190 }, stopLoss: { stop: 60 } });
    },
  });
  const going = new Backtest(
    new RunPlan(strategy, marketOf({ A: STILL }), { settings: { account: "cash", cash: 1000 } }),
  );
  going.advance(FIRST_DAY + 2 * 86_400_000);
  // Eight units at 100 leave 200 of 1000.
  expect(going.simulation.portfolio.cash).toBe(200);
  expect(going.simulation.broker.account.buyingPower).toBe(200);
  going.advance(FIRST_DAY + 5 * 86_400_000);
  expect(going.simulation.broker.account.buyingPower).toBe(200);
});

it("a replacement may use the cash that the replaced order reserved; a rejected one leaves the cash reserved", () => {
  const left: number[] = [];
  const strategy = defineStrategy({
    name: "replaced",
    onBar({ orders, portfolio, bar }) {
      if (bar.index === 0) orders.buy({ quantity: 9, limit: 50, timeInForce: "gtc" });
      left.push(portfolio.buyingPower);
      const open = orders.open[0];
      if (bar.index > 0 && open !== undefined) orders.replace(open.id, { quantity: bar.index === 1 ? 20 : 21 });
    },
  });
  const going = new Backtest(
    new RunPlan(strategy, marketOf({ A: STILL }), { settings: { account: "cash", cash: 1000 } }),
  );
  going.advance(FIRST_DAY + 4 * 86_400_000);
  expect(left).toEqual([1000, 550, 0, 0]);
  expect(going.simulation.broker.account.buyingPower).toBe(0);
});

it("cash reserved by open orders follows changes of the tiered commission rate", () => {
  const strategy = defineStrategy({
    name: "tiers",
    onBar({ orders, bar }) {
      if (bar.index === 0) orders.buy({ quantity: 1 });
      if (bar.index === 2 || bar.index === 40) orders.buy({ quantity: 20, limit: 50, timeInForce: "gtc" });
    },
  });
  const settings = {
    cash: 2118,
    commission: { model: "tiered", rate: 0.01, secondFrom: 1, secondRate: 0.005 },
  } as const;
  const going = new Backtest(new RunPlan(strategy, marketOf({ A: STILL }), { settings }));
  going.advance(FIRST_DAY + 10 * 86_400_000);
  expect(going.simulation.broker.account.reservedCash).toBe(1005);
  // After thirty days the first tier applies again, also to resting orders: 2118 - 101 - 1010 of cash does not cover
  // another 1010.
  going.advance(FIRST_DAY + 45 * 86_400_000);
  expect(going.simulation.broker.open.count).toBe(1);
  expect(going.simulation.broker.account.reservedCash).toBe(1010);
});

it("an open order reserves the taker commission, even after other orders filled at the maker rate", () => {
  const strategy = defineStrategy({
    name: "maker-and-taker",
    onBar({ orders, bar }) {
      if (bar.index !== 0) return;
      orders.buy({ quantity: 1, limit: 99.5, timeInForce: "gtc" });
      orders.buy({ quantity: 20, limit: 50, timeInForce: "gtc" });
    },
  });
  const dips = withColumns(STILL, { low: new Float64Array(LENGTH).fill(99) });
  const commission = { model: "maker-taker", maker: 0.001, taker: 0.01 } as const;
  const settings = { cash: 5000, commission, moneyRounding: "none" } as const;
  const going = new Backtest(new RunPlan(strategy, marketOf({ A: dips }), { settings }));
  going.advance(FIRST_DAY + 5 * 86_400_000);
  // The filled order paid 0.1 percent as maker. The open order of 1000 reserves 1 percent as taker.
  expect(going.simulation.portfolio.commissionPaid).toBe(0.0995);
  expect(going.simulation.broker.account.reservedCash).toBe(1010);
});
