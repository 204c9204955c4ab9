import * as fc from "fast-check";
import { DEFAULT_SETTINGS, instrument } from "hindcast";
import { describe, expect, test } from "vitest";
import { commissions } from "../../src/broker/commission/catalog.ts";
import { defineCommission } from "../../src/broker/commission/custom.ts";
import type { Commission } from "../../src/broker/commission/commission-model.ts";
import { resolveModel } from "../../src/broker/model.ts";
import { affordable } from "../../src/broker/sizing.ts";
import { defineSlippage, slippages } from "../../src/broker/models/slippage.ts";
import { property } from "../support/property.ts";

/** Parameters with which each commission model charges something. */
const SETTINGS: Readonly<Record<string, object>> = {
  none: {},
  percent: { rate: 0.0125 },
  "per-order": { amount: 2.5 },
  "per-share": { amount: 0.01, minimum: 1, maximumShare: 0.05 },
  "per-share-order": { amount: 0.01, minimum: 1, maximumShare: 0.05 },
  "maker-taker": { maker: 0.001, taker: 0.002 },
  tiered: { rate: 0.002, secondFrom: 1000, secondRate: 0.001, thirdFrom: 100_000, thirdRate: 0.0005 },
  custom: defineCommission({ name: "share", charge: ({ value }) => value * 0.001 }),
};
const make = (model: string): Commission =>
  resolveModel("commission", commissions, { ...SETTINGS[model], model }).apply;

const price = fc.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100);
const lot = fc.constantFrom(1, 1, 100, 0.1, 0.0001);
const multiplier = fc.constantFrom(1, 1, 50, 0.1);

test("defineCommission is about as fast on its twelve-thousandth call as on its first", () => {
  const timeOf = (from: number): number => {
    const started = performance.now();
    for (let rate = from; rate < from + 1000; rate++)
      defineCommission({ name: "rate", charge: ({ value }) => (value * rate) / 1e6 });
    return performance.now() - started;
  };
  timeOf(0);
  const early = timeOf(1000);
  for (let from = 2000; from < 12_000; from += 1000) timeOf(from);
  // If the time of a call grew with the number of earlier calls, the last thousand would take some forty times as long.
  expect(timeOf(12_000)).toBeLessThan(10 * Math.max(early, 2));
});

test("custom commissions with the same source text keep their own functions, also after their settings are resolved", () => {
  const at = (rate: number) => defineCommission({ name: "rate", charge: ({ value }) => value * rate });
  const [first, second] = [at(0.001), at(0.002)];
  const charge = (settings: typeof first) => {
    const once = resolveModel("commission", commissions, settings);
    return resolveModel("commission", commissions, once.settings).apply(10, 100, 1);
  };
  expect([charge(first), charge(second), charge(first)]).toEqual([1, 2, 1]);
  expect(second.hash).toBe(`${first.hash} #2`);
});

test("a custom commission without its function throws an error that says what to do", () => {
  const sent = JSON.parse(JSON.stringify(SETTINGS["custom"])) as { readonly model: string };
  for (const settings of [sent, structuredClone(sent)]) {
    expect(() => resolveModel("commission", commissions, settings)).toThrow(
      'commission "share" has no functions here: pass the return value of defineCommission, and export it from the strategy\'s file for threads and queues',
    );
  }
});

test("the tests of commission models cover every model", () => {
  expect(Object.keys(SETTINGS).toSorted()).toEqual(Object.keys(commissions).toSorted());
});

describe.each(Object.keys(commissions))("commission %s", (model) => {
  const charge = make(model);

  property([fc.nat(100_000), fc.nat(1000), price, multiplier])(
    "is never negative and never falls as the quantity grows",
    (quantity, more, at, times) => {
      const less = charge(quantity, at, times);
      expect(less).toBeGreaterThanOrEqual(0);
      expect(charge(quantity + more, at, times)).toBeGreaterThanOrEqual(less);
    },
  );

  property([price, price, lot, multiplier], { numRuns: 1000 })(
    "lets a budget buy the largest number of lots that it covers",
    (budget, at, step, times) => {
      const most = affordable(budget, at, instrument("X", { lot: step, multiplier: times }), charge);
      const cost = (quantity: number) => quantity * at * times + charge(quantity, at, times);
      const lots = most / step;
      expect(Math.abs(lots - Math.round(lots))).toBeLessThanOrEqual(1e-14 * lots);
      if (most > 0) expect(cost(most)).toBeLessThanOrEqual(budget * (1 + 1e-14));
      expect(cost(most + step)).toBeGreaterThan(budget * (1 - 1e-14));
    },
  );

  test.each([0, -5, NaN])("lets a budget of %d buy nothing", (budget) => {
    expect(affordable(budget, 10, instrument("X"), charge)).toBe(0);
  });

  test.each([0, -37.63])("lets no budget buy at a price of %d", (at) => {
    expect(affordable(1000, at, instrument("X"), charge)).toBe(0);
  });

  test("lets an infinite budget buy an infinite quantity", () => {
    expect(affordable(Infinity, 10, instrument("X", { lot: 0.1 }), charge)).toBe(Infinity);
  });
});

describe.each(Object.keys(slippages))("slippage %s", (model) => {
  const own = defineSlippage({ name: "tenth", distance: (fill) => Math.abs(fill.price) / 10 });
  const slip = resolveModel("slippage", slippages, model === "custom" ? own : { model }).apply;

  property([fc.constantFrom(1 as const, -1 as const), fc.double({ min: -100, max: 1e6, noNaN: true }), fc.nat()])(
    "never improves the price",
    (sign, at, quantity) => {
      expect(slip(sign, at, quantity)).toBeGreaterThanOrEqual(0);
    },
  );
});

test("resolved settings of a commission model include its default parameters", () => {
  const { settings } = resolveModel("commission", commissions, { model: "per-share" });
  expect(settings).toEqual({ model: "per-share", amount: 0.005, minimum: 0, maximumShare: 1 });
  expect(Object.isFrozen(settings)).toBe(true);
  expect(DEFAULT_SETTINGS.commission).toEqual({ model: "none" });
});
