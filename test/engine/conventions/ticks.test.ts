import { expect, test } from "vitest";
import { play } from "../../support/play.ts";
import { barsFrom } from "../../support/market.ts";

test.each([
  ["hindcast", 10.01],
  ["backtesting.py", 10.003],
  ["backtrader", 10.003],
  ["lean", 10.003],
  ["zipline", 10.003],
  ["zipline-reloaded", 10.003],
] as const)(
  "with the conventions of %s, a price of 10 and slippage of three basis points fills at %d, with a tick of 0.01",
  (conventions, price) => {
    const { fills } = play(
      barsFrom("10 11 9 10 100000\n10 11 9 10 100000"),
      { 1: ({ orders }) => orders.buy({ quantity: 10 }) },
      { conventions, slippage: { model: "bps", bps: 3 } },
      { tick: 0.01 },
    ).result;
    expect(fills).toHaveLength(1);
    expect(fills[0]!.price).toBeCloseTo(price, 12);
  },
);
