import * as fc from "fast-check";
import { backtest, defineStrategy, marketOf } from "hindcast";
import { describe, expect } from "vitest";
import { drawdownColumn } from "../../src/metrics/drawdown-spells.ts";
import { DAY_MS } from "../../src/time/interval.ts";
import { flatBars } from "../support/market.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const CASH = 10_000;

const hold = (quantity: number) =>
  defineStrategy({
    name: "hold",
    onBar: ({ bar, orders }) => {
      if (bar.index > 0) return;
      if (quantity > 0) orders.buy({ quantity });
      else orders.sell({ quantity: -quantity });
    },
  });

/** Drawdowns of equity in whole cents: their longest duration in days, their number and the deepest. */
function drawdownsInCents(cents: readonly number[]) {
  let [peak, peakDay, low, count, longest, deepest] = [CASH * 100, 0, CASH * 100, 0, 0, 0];
  for (const [i, value] of cents.entries()) {
    if (value < peak) {
      if (low === peak) count++;
      low = Math.min(low, value);
      deepest = Math.min(deepest, (low - peak) / peak);
    }
    if (low < peak) longest = Math.max(longest, i + 1 - peakDay);
    if (value >= peak) [peak, peakDay, low] = [value, i + 1, value];
  }
  return { count, longest, deepest };
}

describe("a drawdown needs a loss of at least a cent:", () => {
  const prices = fc.array(fc.integer({ min: 500, max: 800 }), { minLength: 2, maxLength: 30 });
  // Prices that fall and recover, some of them by only a cent.
  const returning = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 12 })
    .map((falls) => falls.flatMap(([fall, days]) => [656, ...Array.from({ length: days }, () => 656 - fall), 656]));

  property(
    [fc.oneof(prices, returning), fc.oneof(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: -900, max: -1 }))],
    runs(300),
  )("metrics of a run equal those of drawdowns computed in whole cents", (closes, quantity) => {
    const { summary, fills, equity, performance } = backtest(
      hold(quantity),
      marketOf({ X: flatBars(closes.map((cents) => cents / 100)) }),
      {
        cash: CASH,
        account: "margin",
        fillAt: "same-close",
      },
    );
    fc.pre(fills.length === 1 && fills[0]!.quantity === Math.abs(quantity));
    const right = drawdownsInCents(closes.map((close) => CASH * 100 + quantity * (close - closes[0]!)));
    expect(summary["longest-drawdown"]).toBe(right.longest * DAY_MS);
    expect(Math.abs(summary["max-drawdown"] - right.deepest)).toBeLessThan(1e-12);
    const below = drawdownColumn(equity.equity, CASH, performance.coin);
    expect(Math.abs(Math.min(...below) - right.deepest)).toBeLessThan(1e-12);
    if (right.count > 0) return;
    expect(below.every((value) => value === 0)).toBe(true);
    for (const name of ["max-drawdown", "ulcer-index"] as const) expect(Math.abs(summary[name])).toBe(0);
    for (const name of ["average-drawdown", "average-drawdown-duration", "calmar", "recovery-factor"] as const)
      expect(summary[name]).toBeNaN();
  });
});
