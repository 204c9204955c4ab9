import { fc, test as property } from "@fast-check/vitest";
import { DEFAULT_SETTINGS, instrument } from "hindcast";
import { describe, expect, test } from "vitest";
import { commissions } from "../../src/broker/commission/catalog.ts";
import { customCommission } from "../../src/broker/commission/custom.ts";
import type { Commission } from "../../src/broker/commission/commission-model.ts";
import { resolveModel } from "../../src/broker/model.ts";
import { affordable } from "../../src/broker/sizing.ts";
import { slippages } from "../../src/broker/slippage/catalog.ts";

/** Settings of every model of commission in which something is charged. */
const SETTINGS: Readonly<Record<string, object>> = {
  none: {},
  percent: { rate: 0.0125 },
  "per-order": { amount: 2.5 },
  "per-share": { amount: 0.01, minimum: 1, maximumShare: 0.05 },
  "per-share-order": { amount: 0.01, minimum: 1, maximumShare: 0.05 },
  "maker-taker": { maker: 0.001, taker: 0.002 },
  tiered: { rate: 0.002, secondFrom: 1000, secondRate: 0.001, thirdFrom: 100_000, thirdRate: 0.0005 },
  custom: customCommission(({ value }) => value * 0.001),
};
const make = (model: string): Commission =>
  resolveModel("commission", commissions, { ...SETTINGS[model], model }).apply;

const price = fc.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100);
const lot = fc.constantFrom(1, 1, 100, 0.1, 0.0001);
const multiplier = fc.constantFrom(1, 1, 50, 0.1);

test("every model is tried here", () => {
  expect(Object.keys(SETTINGS).toSorted()).toEqual(Object.keys(commissions).toSorted());
});

describe.each(Object.keys(commissions))("commission %s", (model) => {
  const charge = make(model);

  property.prop([fc.nat(100_000), fc.nat(1000), price, multiplier])(
    "is never negative and never falls when the quantity grows",
    (quantity, more, at, times) => {
      const less = charge(quantity, at, times);
      expect(less).toBeGreaterThanOrEqual(0);
      expect(charge(quantity + more, at, times)).toBeGreaterThanOrEqual(less);
    },
  );

  property.prop([price, price, lot, multiplier], { numRuns: 1000 })(
    "leaves to a budget the most lots that it pays for",
    (budget, at, step, times) => {
      const most = affordable(budget, at, instrument("X", { lot: step, multiplier: times }), charge);
      const cost = (quantity: number) => quantity * at * times + charge(quantity, at, times);
      const lots = most / step;
      expect(Math.abs(lots - Math.round(lots))).toBeLessThanOrEqual(1e-14 * lots);
      if (most > 0) expect(cost(most)).toBeLessThanOrEqual(budget * (1 + 1e-14));
      expect(cost(most + step)).toBeGreaterThan(budget * (1 - 1e-14));
    },
  );

  test.each([0, -5, NaN])("leaves nothing to a budget of %d", (budget) => {
    expect(affordable(budget, 10, instrument("X"), charge)).toBe(0);
  });

  test.each([0, -37.63])("buys nothing by money at a price of %d", (at) => {
    expect(affordable(1000, at, instrument("X"), charge)).toBe(0);
  });

  test("is unlimited by an unlimited budget", () => {
    expect(affordable(Infinity, 10, instrument("X", { lot: 0.1 }), charge)).toBe(Infinity);
  });
});

describe.each(Object.keys(slippages))("slippage %s", (model) => {
  const slip = resolveModel("slippage", slippages, { model }).apply;

  property.prop([fc.constantFrom(1 as const, -1 as const), fc.double({ min: -100, max: 1e6, noNaN: true }), fc.nat()])(
    "is never to the trader's good",
    (sign, at, quantity) => {
      expect(slip(sign, at, quantity)).toBeGreaterThanOrEqual(0);
    },
  );
});

test("models fill in their defaults, so that the settings of a run say everything", () => {
  const { settings } = resolveModel("commission", commissions, { model: "per-share" });
  expect(settings).toEqual({ model: "per-share", amount: 0.005, minimum: 0, maximumShare: 1 });
  expect(Object.isFrozen(settings)).toBe(true);
  expect(DEFAULT_SETTINGS.commission).toEqual({ model: "none" });
});
