import { expect, test } from "vitest";
import { FillTerms } from "../../src/broker/fill-terms.ts";
import { Slippage } from "../../src/broker/models/slippage.ts";
import type { Order } from "../../src/broker/order.ts";

/** Prices of a stop-limit sell order after rounding to ticks. */
function onSteps(tick: number, stopPrice: number, limitPrice: number): { stopPrice: number; limitPrice: number } {
  const order = { sign: -1, stopPrice, limitPrice, feed: { instrument: { tick } } };
  const choices = { slippage: { model: "none" }, limitSlippage: "none", slippageReach: "unbounded" } as const;
  new Slippage({ ...choices, tickRounding: "orders" }, new FillTerms()).roundPrices(order as Order);
  return { stopPrice: order.stopPrice, limitPrice: order.limitPrice };
}

test("order prices rounded to ticks are short decimals, without binary noise", () => {
  expect(onSteps(0.05, 96.3779, 96.33)).toEqual({ stopPrice: 96.35, limitPrice: 96.35 });
  expect(onSteps(0.01, 1.1149, 1.1101)).toEqual({ stopPrice: 1.11, limitPrice: 1.11 });
});

test("rounding to ticks leaves a missing price of an order missing", () => {
  expect(onSteps(0.05, 96.35, NaN)).toEqual({ stopPrice: 96.35, limitPrice: NaN });
});
