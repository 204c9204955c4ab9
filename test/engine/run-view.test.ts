import { backtest, type BarContext, defineStrategy, marketOf, type RunContext, type Strategy } from "hindcast";
import { expect, test } from "vitest";
import { flatBars } from "../support/market.ts";

const two = marketOf({ A: flatBars([100, 100, 100]), B: flatBars([10, 11, 12]) });
/** Defines a strategy without type checks, as plain JavaScript does. */
const plain = (parts: object) => defineStrategy({ name: "plain", ...parts } as never) as unknown as Strategy;
const asked = (hook: "onStart" | "onBars" | "onEnd", question: (context: BarContext) => unknown) => () =>
  backtest(plain({ [hook]: (context: BarContext) => void question(context) }), two);

test.each(["onStart", "onBars", "onEnd"] as const)(
  "context fields for a single symbol throw in %s if the run has several symbols",
  (hook) => {
    const of = (path: string) =>
      `onStart, onBars and onEnd run for all symbols: write at(symbol).${path} instead of ${path}`;
    expect(asked(hook, ({ orders }) => orders.buy({ quantity: 1 }))).toThrow(of("orders.buy"));
    expect(asked(hook, ({ orders }) => orders.cancelAll())).toThrow(of("orders.cancelAll"));
    expect(asked(hook, ({ orders }) => orders.open)).toThrow(of("orders.open"));
    expect(asked(hook, ({ close }) => close)).toThrow(of("close"));
    expect(asked(hook, ({ position }) => position.quantity)).toThrow(of("position"));
    expect(asked(hook, ({ symbol }) => symbol)).toThrow(of("symbol"));
  },
);

test("context fields for all symbols are available in onBars, with current values", () => {
  const seen: unknown[] = [];
  const { fills } = backtest(
    plain({
      state: () => ({ bars: 0 }),
      onBars: ({ time, state, symbols, portfolio, orders, at }: RunContext) => {
        const count = ++(state as { bars: number }).bars;
        if (count === 1) orders.target({ B: 0.5 });
        seen.push([time, count, symbols, portfolio.equity > 0, at("B").bar.close]);
      },
    }),
    two,
  );
  const closes = [10, 11, 12];
  expect(seen).toEqual(closes.map((close, i) => [expect.any(Number), i + 1, ["A", "B"], true, close]));
  expect(fills.map(({ symbol, side }) => [symbol, side])).toEqual([["B", "buy"]]);
});

test("context fields for a single symbol work in onBars if the run has only one symbol", () => {
  const one = marketOf({ A: flatBars([100, 100, 100]) });
  const { fills } = backtest(
    plain({
      onBars: ({ orders, position }: BarContext) => void (position.quantity === 0 && orders.buy({ quantity: 1 })),
    }),
    one,
  );
  expect(fills).toHaveLength(1);
});
