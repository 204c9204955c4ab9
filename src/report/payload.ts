import { checkResult } from "../engine/check-result.ts";
import type { RunCounts, RunResult } from "../engine/run-result.ts";
import { formatCount, formatDuration } from "../metrics/format.ts";
import { rangeText } from "./format-time.ts";
import { bandRows, costRows, type Labelled, valueText } from "./labelled.ts";
import { ChartAxis } from "./chart-axis.ts";
import { curvePayload } from "./curve-payload.ts";
import { displayClock } from "./display-clock.ts";
import { findingsBesideWarnings } from "./findings.ts";
import { KEY_FIGURES, summaryRows } from "./summary-rows.ts";
import { monthlyTable } from "./monthly-table.ts";
import { settingsRows } from "./settings-rows.ts";
import { symbolPayload } from "./symbol-payload.ts";
import { tradeGroups } from "./trade-groups.ts";
import { tradesPayload } from "./trades-payload.ts";
import { tradeDurations } from "../metrics/breakdowns.ts";

const COUNT_LABELS: { readonly [K in keyof RunCounts]: readonly [label: string, meaning?: string] } = {
  bars: ["Bars"],
  sessions: ["Sessions"],
  orders: ["Orders"],
  fills: ["Fills"],
  trades: ["Closed trades"],
  openTrades: ["Open trades", "Trades that are valued at the last price and not counted as closed."],
  rejected: ["Rejected orders"],
  canceled: ["Canceled orders"],
  expired: ["Expired orders"],
  ambiguous: [
    "Ambiguous fills",
    "Fills for which the bar does not show whether they came before or after another fill in the same bar.",
  ],
  insufficientFunds: ["Fills reduced for lack of cash"],
  marginCalls: ["Margin calls", "Positions that the broker liquidated."],
};

/** Returns rows for the counts of a run. A count without a label is shown under its own name. */
function countsRows(counts: RunCounts): Labelled[] {
  return Object.entries(counts).map(([name, value]) => {
    const [label, meaning] = (COUNT_LABELS as Readonly<Record<string, readonly [string, string?] | undefined>>)[
      name
    ] ?? [name];
    return { label, text: formatCount(value as number), ...(meaning !== undefined && { meaning }) };
  });
}

/**
 * Data of a report page: JSON with what its charts and tables need. Missing numbers are null. Text given by the user (names, tags, params,
 * notes) is data, never markup.
 */
export type ReportPayload = ReturnType<typeof reportPayload>;

/** Returns the data of a report page from the result of a run. */
export function reportPayload(result: RunResult) {
  checkResult(result);
  const { series } = result;
  const clock = displayClock(
    result.interval,
    result.settings.zone,
    series.map(({ bars, first }) => bars.time.subarray(first)),
  );
  const axis = new ChartAxis(series.map(clock.startsOf), clock);
  // The page may show times in another zone than the run's.
  const [from, to] = rangeText(result, clock.zone);
  return {
    strategy: result.strategy,
    params: Object.entries(result.params).map(([label, value]) => ({ label, text: valueText(value) })),
    interval: result.interval,
    /** Whether only dates are shown. */
    daily: clock.daily,
    /** Time zone of the page; empty if only dates are shown. */
    zone: clock.zone,
    /** Start of the first traded bar and end of the last one. */
    from,
    to,
    bars: formatCount(result.counts.bars),
    currency: result.settings.currency,
    currencyDecimals: result.currencyDecimals,
    /** Number of bars per point of the chart; 1 if none were merged. */
    barsPerPoint: axis.barsPerPoint,
    /** Symbols that the run could trade. The chart also shows those that it only read. */
    traded: result.symbols,
    symbols: series.map((each) => symbolPayload(result, each, axis, clock)),
    curve: curvePayload(result, axis, clock),
    monthly: monthlyTable(result),
    trades: tradesPayload(result, axis, clock),
    summary: summaryRows(result),
    keyFigures: KEY_FIGURES,
    /** Pessimistic and optimistic result of a run with `intrabar: band`; empty for other runs. */
    band: bandRows(result),
    /** Tables of closed trades by symbol, by side and by tag, without tables of a single group. */
    groups: tradeGroups(result),
    durations: durationRows(result),
    costs: costRows(result),
    settings: settingsRows(result),
    counts: countsRows(result.counts),
    warnings: result.warnings,
    /** Findings of the checks on the run, without those that repeat a warning. */
    doubts: findingsBesideWarnings(result),
    /** Sources and licenses of the data. */
    notes: result.notes,
    fingerprint: result.fingerprint,
    fillHash: result.fillHash,
    engineVersion: result.engineVersion,
  };
}

/** Returns rows about the durations of closed trades. A run without closed trades has no rows. */
export function durationRows({ trades, performance }: Pick<RunResult, "trades" | "performance">): Labelled[] {
  if (trades.every(({ open }) => open)) return [];
  const { shortest, median, mean, longest, meanWinning, meanLosing } = tradeDurations(
    trades,
    performance.tradeDurations,
  );
  const rows: readonly (readonly [label: string, milliseconds: number])[] = [
    ["Shortest trade", shortest],
    ["Median", median],
    ["Mean", mean],
    ["Longest trade", longest],
    ["Average winner", meanWinning],
    ["Average loser", meanLosing],
  ];
  return rows.map(([label, milliseconds]) => ({ label, text: formatDuration(milliseconds) }));
}
