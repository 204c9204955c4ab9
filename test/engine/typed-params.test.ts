import { backtest, type BacktestOptions, defineStrategy, marketOf, param, type Strategy } from "hindcast";
import { expect, test } from "vitest";
import { flatBars } from "../support/market.ts";

const data = marketOf({ X: flatBars([100, 100, 100]) });
const typed = defineStrategy({
  name: "typed",
  params: {
    period: param.integer({ default: 5, min: 1 }),
    side: param.choice(["up", "down"], { default: "up" }),
  },
});

test("unknown parameters and values of a strategy neither compile nor run", () => {
  // @ts-expect-error -- a misspelled name
  expect(() => backtest(typed, data, { params: { perod: 3 } })).toThrow('typed has no parameter "perod"');
  // @ts-expect-error -- a string instead of a number
  expect(() => backtest(typed, data, { params: { period: "3" } })).toThrow("period must be a whole number above 0");
  // @ts-expect-error -- not one of its choices
  expect(() => backtest(typed, data, { params: { side: "left" } })).toThrow("side must be");
});

test("known parameters of a strategy compile and run, also if the strategy's type is unknown", () => {
  expect(backtest(typed, data, { params: { period: 3, side: "down" } }).params).toEqual({ period: 3, side: "down" });
  const options: BacktestOptions<typeof typed> = { params: { period: 3 } };
  expect(backtest(typed, data, options).params).toEqual({ period: 3, side: "up" });
  const some: Strategy = typed as unknown as Strategy;
  const read: Readonly<Record<string, unknown>> = JSON.parse('{ "period": 4 }') as Record<string, unknown>;
  expect(backtest(some, data, { params: read }).params).toMatchObject({ period: 4 });
});
