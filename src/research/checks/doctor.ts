import { modelOf } from "../../broker/models/execution-model.ts";
import type { RunResult } from "../../engine/run-result.ts";
import { indicators } from "../../indicators/catalog.ts";
import { pluralize, groupThousands } from "../../primitives/words.ts";
import { formatDate } from "../../time/instant.ts";

/** Number of bars with an unchanged price after which a fill is stale, since the market may not have traded. */
const UNCHANGED_BARS = 3;

/**
 * Counts fills in bars without volume and fills after several bars at one unchanged price. Bars that all have no volume, as those of most
 * currency pairs, do not state theirs.
 */
function countStaleFills({ fills, series }: Pick<RunResult, "fills" | "series">): number {
  const bySymbol = new Map(
    series.map(({ instrument, bars }) => [
      instrument.symbol,
      { bars, statesVolume: bars.volume.some((volume) => volume > 0) },
    ]),
  );
  return fills.filter(({ symbol, bar }) => {
    const { bars, statesVolume } = bySymbol.get(symbol)!;
    if (statesVolume && bars.volume[bar] === 0) return true;
    if (bar < UNCHANGED_BARS) return false;
    for (let i = bar; i > bar - UNCHANGED_BARS; i--) {
      if (bars.high[i] !== bars.low[i] || bars.close[i] !== bars.close[i - 1]) return false;
    }
    return true;
  }).length;
}

/** A problem that `examineRun` found in a run. */
export interface Finding {
  readonly code:
    | "no-trades"
    | "few-trades"
    | "flat-equity"
    | "stale-fills"
    | "ambiguous-fills"
    | "unstable-warm-up"
    | "costs-above-edge"
    | "one-trade"
    | "prices-know-future"
    | "fills-nobody-had";
  /** `wrong`: the results are misleading. `caution`: the results may be correct, but are less certain than they seem. */
  readonly severity: "wrong" | "caution";
  /** One or two sentences that describe the problem with its numbers. */
  readonly text: string;
}

/** Number of closed trades per numeric parameter below which the sample is too small. */
const TRADES_PER_PARAM = 10;
const MIN_TRADES = 30;
/** Share of sessions with unchanged equity above which a run is suspicious. The next constants limit other shares. */
const FLAT_SHARE = 0.8;
const AMBIGUOUS_SHARE = 0.05;
const STALE_SHARE = 0.02;
const ONE_TRADE_SHARE = 0.5;
const COST_SHARE = 0.5;
/** Multiple of a recursive average's warm-up after which its values hardly depend on the start of the data. */
const WARM_UP_MULTIPLE = 3;

/**
 * Examines a finished run for common reasons why good results do not last. An empty list does not prove that the results are sound.
 *
 * @example
 * for (const { severity, text } of examineRun(result)) console.log(severity, text);
 */
export function examineRun(result: RunResult): readonly Finding[] {
  const findings = [
    checkTradeCount(result),
    checkFlatEquity(result),
    checkStaleFills(result),
    checkAmbiguousFills(result),
    checkWarmUpTrades(result),
    checkCosts(result),
    checkLargestTrade(result),
    checkAdjustedPrices(result),
    checkFillRules(result),
  ];
  return Object.freeze(findings.filter((finding) => finding !== undefined).map((finding) => Object.freeze(finding)));
}

function checkTradeCount({ counts, params }: RunResult): Finding | undefined {
  if (counts.trades === 0) {
    return { code: "no-trades", severity: "wrong", text: "No trade was closed: trade metrics are missing." };
  }
  const chosen = Object.values(params).filter((value) => typeof value === "number").length;
  const needed = Math.max(MIN_TRADES, TRADES_PER_PARAM * chosen);
  if (counts.trades >= needed) return undefined;
  const text = `${pluralize(counts.trades, "closed trade")} for ${pluralize(chosen, "parameter")}: fewer than ${groupThousands(needed)} trades say little about future results.`;
  return { code: "few-trades", severity: "caution", text };
}

function checkFlatEquity({ performance: { returns } }: RunResult): Finding | undefined {
  const flat = returns.filter((value) => value === 0).length / returns.length;
  if (!(flat > FLAT_SHARE)) return undefined;
  const text = `Equity did not change in ${percent(flat)} of the sessions, so annualized ratios depend on the few other sessions.`;
  return { code: "flat-equity", severity: "caution", text };
}

function checkStaleFills(result: RunResult): Finding | undefined {
  const count = countStaleFills(result);
  if (count === 0) return undefined;
  const share = count / result.fills.length;
  const text = `${groupThousands(count)} of ${groupThousands(result.fills.length)} fills are in bars without volume or with an unchanged price, in which the market may not have traded.`;
  return { code: "stale-fills", severity: share > STALE_SHARE ? "wrong" : "caution", text };
}

function checkAmbiguousFills({ counts: { ambiguous: count, fills } }: RunResult): Finding | undefined {
  if (count === 0) return undefined;
  const text = `${groupThousands(count)} of ${groupThousands(fills)} fills are ambiguous: the bars do not show whether the stop or the target was reached first. Run with intrabar "optimistic" and "pessimistic", or on finer bars.`;
  return { code: "ambiguous-fills", severity: count / fills > AMBIGUOUS_SHARE ? "wrong" : "caution", text };
}

function checkWarmUpTrades({ performance, trades: all, equity, indicators: columns }: RunResult): Finding | undefined {
  if (!columns.some(({ key }) => isRecursive(key))) return undefined;
  const { warmupRecords } = performance;
  const record = Math.min(WARM_UP_MULTIPLE * warmupRecords, equity.time.length - 1);
  const until = equity.time[record];
  if (warmupRecords === 0 || until === undefined) return undefined;
  const early = all.filter(({ entryTime }) => entryTime < until).length;
  if (early === 0) return undefined;
  const text = `${groupThousands(early)} of ${groupThousands(all.length)} trades begin before ${formatDate(equity.date[record]!)}, before the recursive indicators have converged. Run hindcast check warmup to see whether that changes the trades.`;
  return { code: "unstable-warm-up", severity: "caution", text };
}

/** Whether the key of an indicator node contains a recursive indicator: one whose values depend on all earlier bars. */
function isRecursive(key: string): boolean {
  const names = Array.from(key.matchAll(/(?<name>[a-z][\w-]*)\(/gi), (match) => match.groups!["name"]!);
  return Object.values(indicators).some(({ spec }) => spec.memory === "recursive" && names.includes(spec.name));
}

function checkCosts({ performance, trades: all }: RunResult): Finding | undefined {
  const slippage = Number.isNaN(performance.slippagePaid) ? 0 : performance.slippagePaid;
  const paid = performance.commissionPaid + slippage;
  if (all.length === 0 || !(paid > 0)) return undefined;
  // The profit of open positions counts too, since they have already paid commission.
  const net = all.reduce((sum, { pnl }) => sum + pnl, 0);
  const gross = net + paid;
  if (gross <= 0 || paid < COST_SHARE * gross) return undefined;
  const left = net <= 0 ? "no profit is left" : "slightly higher costs would leave none";
  const text = `Commission and slippage took ${percent(paid / gross)} of the profit before costs: ${left}.`;
  return { code: "costs-above-edge", severity: net <= 0 ? "wrong" : "caution", text };
}

function checkLargestTrade({ performance: { trades: columns } }: RunResult): Finding | undefined {
  const net = columns.pnl.reduce((sum, pnl) => sum + pnl, 0);
  const best = columns.pnl.reduce((most, pnl) => Math.max(most, pnl), 0);
  if (columns.length < 2 || net <= 0 || best < ONE_TRADE_SHARE * net) return undefined;
  const text = `One trade accounts for ${percent(best / net)} of the profit.`;
  return { code: "one-trade", severity: "caution", text };
}

function checkAdjustedPrices({ series }: RunResult): Finding | undefined {
  const restated = series
    .filter(({ priceBasis }) => priceBasis !== "raw")
    .map(({ instrument, priceBasis }) => `${instrument.symbol} (${priceBasis.replace("_", " ")})`);
  if (restated.length === 0) return undefined;
  const text = `The prices of ${restated.join(", ")} are adjusted for later events: strategies that use absolute price levels depend on future information.`;
  return { code: "prices-know-future", severity: "caution", text };
}

function checkFillRules({ settings }: RunResult): Finding | undefined {
  const { timing, fills, account } = modelOf(settings);
  const optimistic = [timing.unrealistic, fills.gap.unrealistic, account.shortfall.unrealistic].filter(
    (words) => words !== "",
  );
  if (optimistic.length === 0) return undefined;
  return { code: "fills-nobody-had", severity: "wrong", text: `With these settings ${optimistic.join(", and ")}.` };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}
