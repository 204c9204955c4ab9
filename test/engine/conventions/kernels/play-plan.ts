import { backtest, type BacktestResult, type Bars, defineStrategy, marketOf, type RunSettings } from "hindcast";
import type { Plan } from "./kernel.ts";

/** Backtests a strategy that submits the requests of a plan. */
export function playPlan(bars: Bars, plan: Plan, settings: Partial<RunSettings>): BacktestResult {
  const strategy = defineStrategy({
    name: "plan",
    state: () => ({ bar: -1 }),
    onBar({ orders, state }) {
      state.bar++;
      for (const { close, side, share, units, limit, stop, loss, profit } of plan.get(state.bar) ?? []) {
        if (close) {
          orders.close();
          continue;
        }
        const size = units === undefined ? { percent: share! } : { quantity: units };
        orders[side === 1 ? "buy" : "sell"]({
          ...size,
          ...(limit !== undefined && { limit }),
          ...(stop !== undefined && { stop }),
          ...(loss !== undefined && { stopLoss: loss }),
          ...(profit !== undefined && { takeProfit: profit }),
        });
      }
    },
  });
  return backtest(strategy, marketOf({ X: bars }), settings);
}
