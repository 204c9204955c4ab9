import { checkResult } from "./check-result.ts";
import type { RunCounts, RunResult } from "../engine/run-result.ts";
import { formatCount, formatDuration, rangeText } from "./format.ts";
import { bandRows, costRows, type Labelled, valueText } from "./labelled.ts";
import type { MarketData } from "../market/market-data.ts";
import type { Finding } from "../research/checks/doctor.ts";
import { ChartAxis } from "./chart-axis.ts";
import { curvePayload, type CurvePayload } from "./curve-payload.ts";
import { displayClock } from "./display-clock.ts";
import { doubtsOf } from "./doubts.ts";
import { KEY_FIGURES, type KeyFigure, type SummaryRow, summaryRows } from "./summary-rows.ts";
import { type MonthlyRow, monthlyTable } from "./monthly-table.ts";
import { settingsRows } from "./settings-rows.ts";
import { symbolPayload, type SymbolPayload } from "./symbol-payload.ts";
import { tradeGroups, type TradeGroups } from "./trade-groups.ts";
import { tradesPayload, type TradesPayload } from "./trades-payload.ts";
import { tradeDurations } from "../metrics/breakdowns.ts";

const TITLES: { readonly [K in keyof RunCounts]: readonly [label: string, meaning?: string] } = {
  bars: ["Bars"],
  sessions: ["Sessions"],
  orders: ["Orders"],
  fills: ["Fills"],
  trades: ["Closed trades"],
  openTrades: ["Open trades", "Marked at the last price and not counted as closed."],
  rejected: ["Rejected orders"],
  canceled: ["Canceled orders"],
  expired: ["Expired orders"],
  ambiguous: ["Ambiguous fills", "Bars cannot tell whether they came before another fill of the same bar."],
  insufficientFunds: ["Fills cut for want of cash"],
  marginCalls: ["Margin calls", "Positions that the broker liquidated."],
};

/** The counts of a run as rows of a table. A count that has no title here keeps its own name. */
function countsRows(counts: RunCounts): Labelled[] {
  return Object.entries(counts).map(([name, value]) => {
    const [label, meaning] = (TITLES as Readonly<Record<string, readonly [string, string?] | undefined>>)[name] ?? [
      name,
    ];
    return { label, text: formatCount(value as number), ...(meaning !== undefined && { meaning }) };
  });
}

/**
 * A result as the page shows it: JSON, shortened to what charts and tables need. A missing number is null. It holds text of the
 * user's own (names, tags, params, notes), which is data and never markup.
 */
export interface ReportPayload {
  readonly strategy: string;
  readonly params: readonly Labelled[];
  readonly interval: string;
  /** Dates alone say when something was. */
  readonly daily: boolean;
  /** Zone of times; empty where there are only dates. */
  readonly zone: string;
  /** Start of the first traded bar and the last moment of the last one. */
  readonly from: string;
  readonly to: string;
  readonly bars: string;
  readonly currency: string;
  /** Decimals of its money. */
  readonly currencyDecimals: number;
  /** Bars that a point of the chart stands for; 1 where nothing had to be merged. */
  readonly barsPerPoint: number;
  readonly symbols: readonly SymbolPayload[];
  readonly curve: CurvePayload;
  readonly monthly: readonly MonthlyRow[];
  readonly trades: TradesPayload;
  readonly summary: readonly SummaryRow[];
  readonly keyFigures: readonly KeyFigure[];
  /** Both ends of a band; empty for a run without one. */
  readonly band: readonly Labelled[];
  /** Closed trades by symbol, side and tag, each where there is more than one of it. */
  readonly groups: readonly TradeGroups[];
  readonly durations: readonly Labelled[];
  readonly costs: readonly Labelled[];
  readonly settings: readonly Labelled[];
  readonly counts: readonly Labelled[];
  readonly warnings: readonly string[];
  /** What the doctor found in the run. */
  readonly doubts: readonly Finding[];
  /** Where the data come from, and their licence. */
  readonly notes: readonly string[];
  readonly fingerprint: string;
  readonly fillHash: string;
  readonly engineVersion: string;
}

/** What the page of a result shows: the result, and what the data that it was run on say of their prices. */
export function reportPayload(result: RunResult, data: MarketData): ReportPayload {
  checkResult(result);
  const { series } = result;
  const clock = displayClock(
    result.interval,
    result.settings.zone,
    series.map(({ bars, first }) => bars.time.subarray(first)),
  );
  const axis = new ChartAxis(series.map(clock.startsOf), clock);
  // The clock of the page may not be that of the run.
  const [from, to] = rangeText(result, clock.zone);
  return {
    strategy: result.strategy,
    params: Object.entries(result.params).map(([label, value]) => ({ label, text: valueText(value) })),
    interval: result.interval,
    daily: clock.daily,
    zone: clock.zone,
    from,
    to,
    bars: formatCount(result.counts.bars),
    currency: result.settings.currency,
    currencyDecimals: result.currencyDecimals,
    barsPerPoint: axis.barsPerPoint,
    symbols: series.map((each) => symbolPayload(result, each, axis, clock)),
    curve: curvePayload(result, axis, clock),
    monthly: monthlyTable(result),
    trades: tradesPayload(result, axis, clock),
    summary: summaryRows(result),
    keyFigures: KEY_FIGURES,
    band: bandRows(result),
    groups: tradeGroups(result),
    durations: durationRows(result),
    costs: costRows(result),
    settings: settingsRows(result),
    counts: countsRows(result.counts),
    warnings: result.warnings,
    doubts: doubtsOf(result, data),
    notes: result.notes,
    fingerprint: result.fingerprint,
    fillHash: result.fillHash,
    engineVersion: result.engineVersion,
  };
}

/** How long closed trades lasted; nothing where none was closed. */
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
    ["Mean of those that won", meanWinning],
    ["Mean of those that lost", meanLosing],
  ];
  return rows.map(([label, milliseconds]) => ({ label, text: formatDuration(milliseconds) }));
}
