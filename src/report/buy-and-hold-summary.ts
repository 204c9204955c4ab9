import type { RunResult } from "../engine/run-result.ts";
import type { MetricGroup } from "../metrics/define.ts";
import { Performance } from "../metrics/performance.ts";
import type { TradeColumns } from "../metrics/performance-facts.ts";
import { summarize } from "../metrics/summary.ts";
import { metricsOf } from "./metrics-of.ts";
import { periodsPerYear } from "./periods-per-year.ts";

const NOTHING = new Float64Array(0);

/** Buy and hold has no round trips: it never sells. */
const NO_TRADES: TradeColumns = {
  length: 0,
  pnl: NOTHING,
  return: NOTHING,
  commission: NOTHING,
  entryTime: NOTHING,
  exitTime: NOTHING,
  bars: NOTHING,
  quantity: NOTHING,
};

/** Groups that say something of a curve alone: it has no trades and no costs, and beside itself nothing to tell. */
const ABOUT_EQUITY: ReadonlySet<MetricGroup> = new Set(["return", "risk", "ratio"]);

/**
 * The metrics of buy and hold over the moments of a run, by name, to stand beside the strategy's: those about its
 * equity alone.
 */
export function buyAndHoldSummary(result: RunResult): Readonly<Record<string, number>> {
  const { equity, buyAndHold, settings } = result;
  const metrics = metricsOf(result);
  const aboutEquity = Object.entries(metrics).filter(([, metric]) => ABOUT_EQUITY.has(metric.group));
  const performance = new Performance({
    startTime: result.from,
    endTime: result.to,
    startEquity: settings.cash,
    time: equity.time,
    equity: buyAndHold,
    sessions: equity.sessions,
    buyAndHold,
    recordsInMarket: buyAndHold.length,
    commissionPaid: 0,
    trades: NO_TRADES,
    periodsPerYear: periodsPerYear(result),
    riskFreeRate: settings.riskFreeRate,
    minimumReturn: settings.minimumReturn,
    moneyDecimals: result.performance.moneyDecimals,
    // Other engines count from the bar on which a strategy could first trade, and durations in bars: those of the run, to compare the same.
    warmupRecords: result.performance.warmupRecords,
    intervalMs: result.performance.intervalMs,
    daily: result.performance.daily,
  });
  // Its total return is what the run's own metrics state as the return of buy and hold.
  const held = metrics["buy-and-hold-return"]!.compute(performance);
  return { ...summarize(performance, Object.fromEntries(aboutEquity)), "total-return": held };
}
