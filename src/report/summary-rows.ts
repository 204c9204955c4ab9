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
import { formatByUnit } from "./format.ts";

/** One metric of a run with its formula and convention. */
export type SummaryRow = ReturnType<typeof summaryRows>[number];

/** Returns the metrics of a run in catalog order, with those of buy and hold. */
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
      /** Null if missing. */
      value,
      text: formatByUnit(unit, value, result.currencyDecimals),
      /** The same metric of buy and hold; null if it has none, as for trades. */
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
  /** Metric shown below the figure; by default the same metric of buy and hold. */
  readonly secondary?: string;
}

/** Key metrics in the order of the report. */
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

/** Returns the rows with these names, in the order of the names. */
export function selectRows(rows: readonly SummaryRow[], names: readonly string[]): SummaryRow[] {
  return names.flatMap((name) => rows.find((row) => row.name === name) ?? []);
}

const EMPTY = new Float64Array(0);

/** Buy and hold has no closed trades. */
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

/** Groups of metrics that depend on equity only; the others need trades or costs. */
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
  // Its total return equals the run's buy-and-hold return.
  const held = all["buy-and-hold-return"]!.compute(performance);
  return { ...summarize(performance, Object.fromEntries(equityMetrics)), "total-return": held };
}

/** Metrics of a run by name in catalog order, with the formulas of another engine if it uses its conventions. */
function metricsForRun({ settings }: Pick<RunResult, "settings">): Readonly<Record<string, Metric>> {
  const engine = conventions[settings.conventions]?.metrics;
  return engine === undefined ? metrics : { ...metrics, ...metricPresets[engine] };
}

/** Sessions per year used by the metrics of a run: as set, or derived from its data. */
export function periodsPerYear({ settings, interval, equity }: RunResult): number {
  if (settings.sessionsPerYear > 0) return settings.sessionsPerYear;
  return sessionsPerYear(interval as Interval, equity.time, equity.sessions);
}
