import { checkResult } from "./check-result.ts";
import type { RunCounts, RunResult } from "../engine/run-result.ts";
import { formatCount, formatDuration, rangeText } from "./format.ts";
import { bandRows, costRows, type Labelled, valueText } from "./labelled.ts";
import type { MarketData } from "../market/market-data.ts";
import { ChartAxis } from "./chart-axis.ts";
import { curvePayload } from "./curve-payload.ts";
import { displayClock } from "./display-clock.ts";
import { doubtsOf } from "./doubts.ts";
import { KEY_FIGURES, summaryRows } from "./summary-rows.ts";
import { monthlyTable } from "./monthly-table.ts";
import { settingsRows } from "./settings-rows.ts";
import { symbolPayload } from "./symbol-payload.ts";
import { tradeGroups } from "./trade-groups.ts";
import { tradesPayload } from "./trades-payload.ts";
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
  insufficientFunds: ["Fills reduced for lack of cash"],
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
export type ReportPayload = ReturnType<typeof reportPayload>;

/** What the page of a result shows: the result, and what the data that it was run on say of their prices. */
export function reportPayload(result: RunResult, data: MarketData) {
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
    /** Dates alone say when something was. */
    daily: clock.daily,
    /** Zone of times; empty where there are only dates. */
    zone: clock.zone,
    /** Start of the first traded bar and the last moment of the last one. */
    from,
    to,
    bars: formatCount(result.counts.bars),
    currency: result.settings.currency,
    currencyDecimals: result.currencyDecimals,
    /** Bars that a point of the chart stands for; 1 where nothing had to be merged. */
    barsPerPoint: axis.barsPerPoint,
    symbols: series.map((each) => symbolPayload(result, each, axis, clock)),
    curve: curvePayload(result, axis, clock),
    monthly: monthlyTable(result),
    trades: tradesPayload(result, axis, clock),
    summary: summaryRows(result),
    keyFigures: KEY_FIGURES,
    /** Both ends of a band; empty for a run without one. */
    band: bandRows(result),
    /** Closed trades by symbol, side and tag, each where there is more than one of it. */
    groups: tradeGroups(result),
    durations: durationRows(result),
    costs: costRows(result),
    settings: settingsRows(result),
    counts: countsRows(result.counts),
    warnings: result.warnings,
    /** What the doctor found in the run. */
    doubts: doubtsOf(result, data),
    /** Where the data come from, and their licence. */
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
