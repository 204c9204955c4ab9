import { conventions } from "../engine/conventions/catalog.ts";
import type { RunResult } from "../engine/run-result.ts";
import { sessionsPerYear } from "../engine/sessions-per-year.ts";
import { metrics } from "../metrics/catalog.ts";
import type { Metric, MetricGroup } from "../metrics/define.ts";
import type { TradeColumns } from "../metrics/performance-facts.ts";
import { Performance } from "../metrics/performance.ts";
import { metricPresets } from "../metrics/presets/summary-in.ts";
import { summarize } from "../metrics/summary.ts";
import type { Interval } from "../time/interval.ts";
import { allMetrics, jsonNumber } from "./json.ts";
import { formatByUnit } from "./format.ts";

/** One metric of a run with all that a reader needs to believe it. */
export type SummaryRow = ReturnType<typeof summaryRows>[number];

/** The metrics of a run in the order of the catalogue, beside those of buy and hold. */
export function summaryRows(result: RunResult) {
  const beside = buyAndHoldSummary(result);
  const values = allMetrics(result);
  return Object.values(metricsOf(result)).map(({ name, title, group, unit, formula, convention }) => {
    const value = jsonNumber(values[name]!);
    const buyAndHold = jsonNumber(beside[name] ?? NaN);
    return {
      name,
      title,
      group,
      unit,
      /** Null where there is none. */
      value,
      text: formatByUnit(unit, value, result.currencyDecimals),
      /** The same metric of buy and hold; null where it has none, as for everything about trades. */
      buyAndHold,
      buyAndHoldText: formatByUnit(unit, buyAndHold, result.currencyDecimals),
      formula,
      convention,
    };
  });
}

/** A metric that a reader looks at first. */
export interface KeyFigure {
  readonly name: string;
  /** The metric that puts it in place; left out where that is the same metric of buy and hold. */
  readonly beside?: string;
}

/** The metrics that a reader looks at first, in that order. */
export const KEY_FIGURES: readonly KeyFigure[] = [
  { name: "total-return" },
  { name: "cagr" },
  { name: "max-drawdown" },
  { name: "volatility" },
  { name: "sharpe" },
  { name: "trades", beside: "exposure" },
  { name: "win-rate", beside: "average-trade" },
  { name: "profit-factor", beside: "payoff-ratio" },
  { name: "final-equity", beside: "commission-paid" },
];

/** The rows of these names that the summary has, in the order of the names. */
export function rowsNamed(rows: readonly SummaryRow[], names: readonly string[]): SummaryRow[] {
  return names.flatMap((name) => rows.find((row) => row.name === name) ?? []);
}

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
  const all = metricsOf(result);
  const aboutEquity = Object.entries(all).filter(([, metric]) => ABOUT_EQUITY.has(metric.group));
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
  const held = all["buy-and-hold-return"]!.compute(performance);
  return { ...summarize(performance, Object.fromEntries(aboutEquity)), "total-return": held };
}

/** The metrics by whose formulas a run counts, by name in the order of the catalogue: another engine's, where it has its conventions. */
function metricsOf({ settings }: Pick<RunResult, "settings">): Readonly<Record<string, Metric>> {
  const engine = conventions[settings.conventions]?.metrics;
  return engine === undefined ? metrics : { ...metrics, ...metricPresets[engine] };
}

/** Sessions in a year as the metrics of a run took it: as set, or read from its data. */
export function periodsPerYear({ settings, interval, equity }: RunResult): number {
  if (settings.sessionsPerYear > 0) return settings.sessionsPerYear;
  return sessionsPerYear(interval as Interval, equity.time, equity.sessions);
}
