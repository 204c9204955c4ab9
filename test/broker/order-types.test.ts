import * as fc from "fast-check";
import { DEFAULT_SETTINGS } from "hindcast";
import { describe, expect, test } from "vitest";
import { FillRules, BarMatch, type MatchableOrder } from "../../src/broker/models/fills.ts";
import { orderTypes } from "../../src/broker/order-types/catalog.ts";
import type { OrderType } from "../../src/broker/order-types/order-type.ts";
import { property } from "../support/property.ts";

const FILLS = new FillRules(DEFAULT_SETTINGS);

interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Prices on a coarse grid, so that equal prices and exact touches are frequent. */
const grid = fc.integer({ min: 90, max: 110 });
const bar: fc.Arbitrary<Bar> = fc.tuple(grid, grid, fc.nat(5), fc.nat(5)).map(([open, close, up, down]) => ({
  open,
  close,
  high: Math.max(open, close) + up,
  low: Math.min(open, close) - down,
}));
const order = fc.record({
  sign: fc.constantFrom(1 as const, -1 as const),
  limitPrice: grid,
  stopPrice: grid,
  trailAmount: fc.constant(NaN),
  trailPercent: fc.constant(NaN),
  waterMark: fc.constant(NaN),
  triggered: fc.boolean(),
});

function meet(type: OrderType, of: MatchableOrder, { open, high, low, close }: Bar): BarMatch | undefined {
  const touch = new BarMatch(FILLS);
  return type.matchBar(of, open, high, low, close, touch) ? touch : undefined;
}

describe.each(Object.values(orderTypes))("a $name order", (type) => {
  test("has the price fields that its name implies", () => {
    expect(orderTypes[type.name]).toBe(type);
    const { limitPrice, stopPrice, trail } = type.fields;
    if (type.name.includes("limit")) expect(limitPrice).toBe("required");
    if (type.name.startsWith("stop")) expect(stopPrice).toBe("required");
    if (type.name.includes("trailing")) expect(trail).toBe("required");
    if (type.immediate) expect([limitPrice, stopPrice, trail]).toEqual(["refused", "refused", "refused"]);
  });

  property([order, bar], { numRuns: 500 })(
    "fills within the bar, at the open or between the open and the order's price",
    (of, prices) => {
      const touch = meet(type, of, prices);
      if (touch === undefined) return;
      if (touch.atOpen) expect(touch.level).toBe(prices.open);
      else expect((touch.level - prices.open) * touch.heading).toBeGreaterThanOrEqual(0);
      if (Number.isNaN(touch.price)) {
        expect(touch.triggers).toBe(true);
        return;
      }
      expect(touch.price).toBeGreaterThanOrEqual(prices.low);
      expect(touch.price).toBeLessThanOrEqual(prices.high);
      if (touch.atOpen) expect(touch.price).toBe(prices.open);
    },
  );

  property([order, bar], { numRuns: 500 })(
    "fills at its limit or better, and never at a stop before the bar reaches it",
    (of, prices) => {
      const touch = meet(type, of, prices);
      if (touch === undefined || Number.isNaN(touch.price)) return;
      if (type.fields.limitPrice === "required") {
        expect((touch.price - of.limitPrice) * of.sign).toBeLessThanOrEqual(0);
        expect(touch.slips).toBe(false);
      }
      if (type.fields.stopPrice === "required" && !of.triggered) {
        expect(touch.triggers).toBe(true);
        expect(((of.sign === 1 ? prices.high : prices.low) - of.stopPrice) * of.sign).toBeGreaterThanOrEqual(0);
      }
    },
  );

  property([order, bar], { numRuns: 500 })(
    "is not filled by bars that do not reach the order's price",
    (of, prices) => {
      if (type.triggerPrice === undefined || of.triggered) return;
      const falls = (type.triggerPrice === "limit") === (of.sign === 1);
      const price = type.triggerPrice === "limit" ? of.limitPrice : of.stopPrice;
      const reached = falls ? prices.low <= price : prices.high >= price;
      if (!reached) expect(meet(type, of, prices)).toBeUndefined();
      if (!reached) expect(type.matchPrice(of, prices.close, new BarMatch(FILLS))).toBe(false);
    },
  );

  property([order, bar], { numRuns: 500 })("to sell mirrors an order to buy", (of, { open, high, low, close }) => {
    const touch = meet(type, of, { open, high, low, close });
    const mirrored = meet(
      type,
      { ...of, sign: -of.sign as 1 | -1, limitPrice: -of.limitPrice, stopPrice: -of.stopPrice },
      { open: -open, high: -low, low: -high, close: -close },
    );
    if (touch === undefined || mirrored === undefined) {
      expect(mirrored).toBe(touch);
      return;
    }
    mirrored.price = 0 - mirrored.price;
    mirrored.level = 0 - mirrored.level;
    // The direction of the price does not matter for an order that fills at the open.
    mirrored.heading = touch.atOpen ? touch.heading : (-mirrored.heading as 1 | -1);
    expect(mirrored).toEqual(touch);
  });

  property([order, grid])("submitted inside a bar treats its close as a bar with one price", (of, close) => {
    const touch = new BarMatch(FILLS);
    const met = type.matchPrice(of, close, touch);
    const whole = meet(type, of, { open: close, high: close, low: close, close });
    expect(met).toBe(whole !== undefined);
    if (whole === undefined) return;
    expect(touch).toEqual(whole);
    if (!Number.isNaN(touch.price)) expect(touch.price).toBe(close);
  });

  property([order, bar, fc.nat(5), fc.nat(5)])(
    "reached by a bar is also reached by every bar with a wider range",
    (of, prices, up, down) => {
      const wider = { ...prices, high: prices.high + up, low: prices.low - down };
      if (meet(type, of, prices) !== undefined) expect(meet(type, of, wider)).toBeDefined();
    },
  );
});
