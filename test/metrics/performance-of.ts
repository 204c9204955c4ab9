import { Performance } from "../../src/metrics/performance.ts";
import type { PerformanceFacts, TradeColumns } from "../../src/metrics/performance-facts.ts";

export const DAY = 86_400_000;

/** Returns columns of closed trades with the given profits. Each trade has a value of 1,000 at entry, and trade k lasts k hours. */
export function tradesOf(pnl: readonly number[]): TradeColumns {
  const column = (value: (profit: number, i: number) => number) => Float64Array.from(pnl, value);
  return {
    length: pnl.length,
    pnl: column((profit) => profit),
    return: column((profit) => profit / 1000),
    commission: column(() => 2),
    entryTime: column((_, i) => i * DAY),
    exitTime: column((_, i) => i * DAY + (i + 1) * 3_600_000),
    bars: column((_, i) => i),
    quantity: column(() => 10),
    entryValue: column(() => 1000),
    entryBar: column((_, i) => 10 * i),
    exitBar: column((_, i) => 11 * i),
    mae: column((_, i) => -0.01 * (i + 1)),
    mfe: column((_, i) => 0.02 * i),
  };
}

/** Returns a performance with the given closing values of equity on consecutive days. By default every record is a session. */
export function performanceOf(equity: readonly number[], facts: Partial<PerformanceFacts> = {}): Performance {
  const time = facts.time ?? Float64Array.from(equity, (_, i) => (i + 1) * DAY);
  return new Performance({
    startTime: 0,
    endTime: time.at(-1) ?? 0,
    startEquity: 1000,
    time,
    equity: Float64Array.from(equity),
    sessions: Int32Array.from(equity, (_, i) => i),
    buyAndHold: Float64Array.from(equity),
    recordsInMarket: 0,
    commissionPaid: 0,
    slippagePaid: 0,
    tradedValue: 0,
    trades: tradesOf([]),
    periodsPerYear: 252,
    riskFreeRate: 0,
    minimumReturn: 0,
    ...facts,
  });
}
