import * as fc from "fast-check";
import { Bars, defineStrategy, marketOf } from "hindcast";
import { expect } from "vitest";
import { Backtest } from "../../src/engine/backtest.ts";
import { RunPlan } from "../../src/engine/run-plan.ts";
import { createAccount } from "../../src/broker/accounts/create-account.ts";
import { OpenExcess } from "../../src/broker/accounts/open-excess.ts";
import { exposurePrice } from "../../src/broker/expected-price.ts";
import { FEW_ORDERS } from "../../src/broker/open-orders.ts";
import { STATUS } from "../../src/broker/order-codes.ts";
import type { Order } from "../../src/broker/order.ts";
import { RollingValue } from "../../src/broker/rolling-value.ts";
import { FIRST_DAY } from "../support/market.ts";
import { runs } from "../support/runs.ts";
import { randomBars } from "../support/series.ts";
import { property } from "../support/property.ts";

const LENGTH = 30;
const DAY_MS = 86_400_000;

function days(seed: number): Bars {
  const time = Float64Array.from({ length: LENGTH }, (_, i) => FIRST_DAY + i * DAY_MS);
  return new Bars("1d", { time, ...randomBars(LENGTH, seed) });
}

const KINDS = ["far", "near", "stop", "market", "sale", "target", "guard", "bracket", "gtd", "day"] as const;

const actions = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    quantity: fc.integer({ min: 1, max: 9 }),
    share: fc.double({ min: 0.001, max: 0.05, noNaN: true }),
    next: fc.constantFrom("nothing", "cancel", "replace", "cancel-oldest"),
  }),
  { minLength: 4, maxLength: 12 },
);

property(
  [fc.nat(1000), actions, fc.constantFrom("cash", "margin"), fc.constantFrom("none", "percent", "tiered")],
  runs(30),
)("running totals over many open orders equal totals computed from scratch", (seed, plans, account, model) => {
  let most = 0;
  const mine: number[] = [];
  const strategy = defineStrategy({
    name: "many",
    onBar({ orders, bar, symbol }) {
      if (bar.index < 2)
        for (let i = 0; i < FEW_ORDERS; i++)
          orders.buy({ quantity: 1, limit: bar.close * (0.001 + i / 1e5), timeInForce: "gtc" });
      for (const { kind, quantity, share, next } of plans) {
        const gtc = { quantity, timeInForce: "gtc" } as const;
        const below = bar.close * (1 - share);
        let id: number;
        if (kind === "far") id = orders.buy({ ...gtc, limit: bar.close * share });
        else if (kind === "near") id = orders.buy({ ...gtc, limit: below });
        else if (kind === "stop") id = orders.buy({ ...gtc, stop: bar.close * (1 + share) });
        else if (kind === "market") id = orders.buy({ quantity });
        else if (kind === "sale") id = orders.sell({ ...gtc });
        else if (kind === "target") id = orders.sell({ ...gtc, limit: bar.close * (1 + share) });
        else if (kind === "guard") id = orders.sell({ ...gtc, stop: below });
        else if (kind === "gtd")
          id = orders.buy({
            quantity,
            limit: below / 2,
            timeInForce: "gtd",
            expiresAt: new Date(bar.time + (quantity + 2) * DAY_MS).toISOString(),
          });
        else if (kind === "day") id = orders.buy({ quantity, limit: below / 2 });
        else id = orders.buy({ ...gtc, limit: below, takeProfit: bar.close * 1.02, stopLoss: bar.close * 0.9 });
        mine.push(id);
        if (next === "cancel") orders.cancel(id);
        else if (next === "replace") orders.replace(mine[mine.length >> 1]!, { quantity: quantity + 1 });
        else if (next === "cancel-oldest") orders.cancel(mine.shift()!);
      }
      if (symbol === "B" && bar.index % 7 === 6) orders.close();
    },
  });
  const settings = { account, cash: 1e7, commission: { model } } as const;
  const plan = new RunPlan(strategy, marketOf({ A: days(seed), B: days(seed + 1) }), { settings });
  const going = new Backtest(plan);
  const traded = new RollingValue(going.simulation);
  const excess = new OpenExcess(going.simulation.broker.open, going.simulation.feeds.length);
  let seen = 0;
  for (let day = 0; day < LENGTH; day++) {
    going.advance(FIRST_DAY + (day + 1) * DAY_MS);
    const { open, account: lasting } = going.simulation.broker;
    const live = open.list();
    most = Math.max(most, live.length);
    for (const { kind, time, amount, sequence } of going.simulation.portfolio.entries.entries(["A", "B"], seen)) {
      if (kind === "fill") traded.add(time, Math.abs(amount));
      seen = sequence;
    }
    const fresh = createAccount(plan.rules, going.simulation.portfolio, going.simulation.feeds, open, traded);
    expect(lasting.reservedCash).toBe(fresh.reservedCash);
    expect(lasting.buyingPower).toBe(fresh.buyingPower);
    excess.count();
    for (const feed of going.simulation.feeds) {
      for (const sign of [1, -1] as const) {
        const counted = live.filter(
          (order) => order.feed === feed && order.sign === sign && !order.reduceOnly && order.status !== STATUS.held,
        );
        const above = (order: Order) => Math.abs(exposurePrice(order)) - Math.abs(feed.last);
        const sum = counted.reduce((all, order) => all + order.remaining * above(order), 0);
        expect(excess.valueAboveLast(feed, sign)).toBeCloseTo(sum, 6);
        expect(excess.highestPrice(feed, sign)).toBe(
          Math.max(...counted.map((order) => Math.abs(exposurePrice(order)))),
        );
      }
    }
    const exits = new Map<number, number>();
    for (const { parentId } of live) exits.set(parentId, (exits.get(parentId) ?? 0) + 1);
    if (day % 8 === 7) {
      // Unlike a running backtest, a restored one keeps no ended orders in its list of open orders.
      const restored = new Backtest(plan);
      restored.restore(going.snapshot());
      expect(restored.simulation.broker.account.reservedCash).toBe(lasting.reservedCash);
      expect(restored.simulation.broker.account.buyingPower).toBe(lasting.buyingPower);
    }
    expect(open.nextExpiry()).toBe(
      live.reduce(
        (next, { timeInForce, expiresAt }) => (timeInForce.endsAtTime ? Math.min(next, expiresAt) : next),
        Infinity,
      ),
    );
    const lost = live.filter(({ id }) => {
      const kin = open.linkedTo(id);
      const found = kin.at.slice(0, kin.count).filter(({ parentId, live: lives }) => lives && parentId === id);
      return open.find(id)?.id !== id || found.length !== (exits.get(id) ?? 0);
    });
    expect(lost).toEqual([]);
  }
  expect(most).toBeGreaterThan(FEW_ORDERS);
});
