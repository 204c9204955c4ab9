import { fc, test } from "@fast-check/vitest";
import { Bars, defineStrategy, Driver, marketOf, RunPlan } from "hindcast";
import { expect } from "vitest";
import { Charges } from "../../src/broker/accounts/charges.ts";
import { STATUS } from "../../src/broker/order-codes.ts";
import { FIRST_DAY, flatBars } from "../support/market.ts";
import { runs } from "../support/runs.ts";
import { randomBars } from "../support/series.ts";

const LENGTH = 60;

function days(seed: number): Bars {
  const time = Float64Array.from({ length: LENGTH }, (_, i) => FIRST_DAY + i * 86_400_000);
  return new Bars("1d", { time, ...randomBars(LENGTH, seed) });
}

/** Where the price stays, what is left of an order is all that changes. */
const STILL = flatBars(Array.from({ length: LENGTH }, () => 100));

const steps = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 400 }),
    below: fc.double({ min: 0, max: 0.05, noNaN: true }),
    cancels: fc.boolean(),
    sells: fc.boolean(),
  }),
  { minLength: LENGTH, maxLength: LENGTH },
);

test.prop([fc.nat(1000), steps, fc.constantFrom("cash", "margin")], runs(40))(
  "what open buys will take is the sum over them all, however many there are and whatever has become of them",
  (seed, plans, account) => {
    let most = 0;
    const strategy = defineStrategy({
      name: "ladder",
      onBar({ orders, bar }) {
        const { quantity, below, cancels, sells } = plans[bar.index]!;
        // These rest to the end.
        if (bar.index === 0)
          for (let rung = 0; rung < 6; rung++) orders.buy({ quantity, limit: bar.close * 0.01, timeInForce: "gtc" });
        for (const rung of [0, 1, 2])
          orders.buy({ quantity, limit: bar.close * (1 - below * rung), timeInForce: "gtc" });
        if (sells) orders.sell({ quantity, limit: bar.close * 1.01, timeInForce: "gtc" });
        if (cancels && orders.open.length > 3) orders.cancel(orders.open[quantity % orders.open.length]!.id);
      },
    });
    const settings = {
      account,
      cash: 1e9,
      commission: { model: "percent", rate: 0.001 },
      volumeShare: 0.01,
    } as const;
    const driver = new Driver(new RunPlan(strategy, marketOf({ A: days(seed), B: STILL }), { settings }));
    const charges = new Charges(driver.portfolio.money, driver.plan.rules.commission);
    for (let day = 0; day < LENGTH; day++) {
      driver.advance(FIRST_DAY + (day + 1) * 86_400_000);
      const { open } = driver.broker;
      const waiting = open.at
        .slice(0, open.count)
        .filter(({ sign, live, status }) => sign === 1 && live && status !== STATUS.held);
      most = Math.max(most, waiting.length);
      const sum = waiting.reduce((all, { feed, remaining }) => all + charges.cost(feed, remaining, feed.last), 0);
      expect(driver.broker.account.reservedCash).toBe(sum);
    }
    expect(most).toBeGreaterThan(8);
  },
);
