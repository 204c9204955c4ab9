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
import { allMetrics } from "../engine/result-json.ts";
import { jsonNumber } from "../primitives/json.ts";
import { formatByUnit } from "../metrics/format.ts";

/** A metric of a run, with its formula. */
export type SummaryRow = ReturnType<typeof summaryRows>[number];

/** Returns the metrics of a run in the order of the catalog, with their values for buy and hold. */
export function summaryRows(result: RunResult) {
  const buyAndHoldMetrics = buyAndHoldSummary(result);
  const values = allMetrics(result);
  return Object.values(metricsForRun(result)).map(({ name, title, group, unit, formula, convention }) => {
    const value = jsonNumber(values[name]!);
    const buyAndHold = jsonNumber(buyAndHoldMetrics[name] ?? NaN);
    return {
      name,
      title,
      group,
      unit,
      /** Value of the metric; null if missing. */
      value,
      text: formatByUnit(unit, value, result.currencyDecimals),
      /** Value of the metric for buy and hold; null for metrics of trades, which buy and hold lacks. */
      buyAndHold,
      buyAndHoldText: formatByUnit(unit, buyAndHold, result.currencyDecimals),
      formula,
      convention,
    };
  });
}

/** A key metric of the report. */
export interface KeyFigure {
  readonly name: string;
  /** Metric shown below the key metric. By default the metric's value for buy and hold is shown. */
  readonly secondary?: string;
}

/** Key metrics in the order in which a report shows them. */
export const KEY_FIGURES: readonly KeyFigure[] = [
  { name: "total-return" },
  { name: "cagr" },
  { name: "max-drawdown" },
  { name: "volatility" },
  { name: "sharpe" },
  { name: "trades", secondary: "exposure" },
  { name: "win-rate", secondary: "average-trade" },
  { name: "profit-factor", secondary: "payoff-ratio" },
  { name: "final-equity", secondary: "commission-paid" },
];

/** Returns the rows of the metrics with these names, in the order of the names. */
export function selectRows(rows: readonly SummaryRow[], names: readonly string[]): SummaryRow[] {
  return names.flatMap((name) => rows.find((row) => row.name === name) ?? []);
}

const EMPTY = new Float64Array(0);

/** Trades of buy and hold, which never closes a trade. */
const NO_TRADES: TradeColumns = {
  length: 0,
  pnl: EMPTY,
  return: EMPTY,
  commission: EMPTY,
  entryTime: EMPTY,
  exitTime: EMPTY,
  bars: EMPTY,
  quantity: EMPTY,
};

/** Groups of metrics that depend on equity only. Other groups need trades or costs. */
const EQUITY_GROUPS: ReadonlySet<MetricGroup> = new Set(["return", "risk", "ratio"]);

/** Returns the metrics of buy and hold that depend on equity only, over the same period as the run. */
export function buyAndHoldSummary(result: RunResult): Readonly<Record<string, number>> {
  const { equity, buyAndHold, settings } = result;
  const all = metricsForRun(result);
  const equityMetrics = Object.entries(all).filter(([, metric]) => EQUITY_GROUPS.has(metric.group));
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
    // Some conventions count from the first tradable bar, and durations in bars. Both values come from the run, so that the metrics are
    // comparable.
    warmupRecords: result.performance.warmupRecords,
    intervalMs: result.performance.intervalMs,
    daily: result.performance.daily,
  });
  // The total return of buy and hold must equal the run's metric buy-and-hold-return.
  const held = all["buy-and-hold-return"]!.compute(performance);
  return { ...summarize(performance, Object.fromEntries(equityMetrics)), "total-return": held };
}

/** Returns the metrics of a run by name. A run with another engine's conventions has that engine's formulas. */
function metricsForRun({ settings }: Pick<RunResult, "settings">): Readonly<Record<string, Metric>> {
  const engine = conventions[settings.conventions]?.metrics;
  return engine === undefined ? metrics : { ...metrics, ...metricPresets[engine] };
}

/** Returns the number of sessions per year that the metrics of a run use: the setting, or a number derived from the data. */
export function periodsPerYear({ settings, interval, equity }: RunResult): number {
  if (settings.sessionsPerYear > 0) return settings.sessionsPerYear;
  return sessionsPerYear(interval as Interval, equity.time, equity.sessions);
}
