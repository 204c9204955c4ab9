import { modelOf } from "../../broker/models/execution-model.ts";
import type { RunResult } from "../../engine/run-result.ts";
import type { MarketData } from "../../market/market-data.ts";
import { indicators } from "../../indicators/catalog.ts";
import { pluralize, groupThousands } from "../../primitives/words.ts";
import { formatDate } from "../../time/instant.ts";

/** A price that has not moved for so many bars is no market's. */
const STILL = 3;

/** Number of fills in bars without volume, or at the end of bars whose price stood still. */
function staleFills({ fills, series }: Pick<RunResult, "fills" | "series">): number {
  const bySymbol = new Map(series.map(({ instrument, bars }) => [instrument.symbol, bars]));
  return fills.filter(({ symbol, bar }) => {
    const bars = bySymbol.get(symbol)!;
    if (bars.volume[bar] === 0) return true;
    if (bar < STILL) return false;
    for (let i = bar; i > bar - STILL; i--) {
      if (bars.high[i] !== bars.low[i] || bars.close[i] !== bars.close[i - 1]) return false;
    }
    return true;
  }).length;
}

/** What the doctor found. */
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
  /** `wrong`: the numbers are not what they seem. `caution`: they may be right, and say less than they seem to. */
  readonly severity: "wrong" | "caution";
  /** One sentence with the numbers. */
  readonly text: string;
}

/** Trades for each number that was chosen, below which a result is an anecdote. */
const TRADES_PER_PARAM = 10;
const LEAST_TRADES = 30;
/** Share of the sessions without a position, of fills, of the profit, above which it is worth a word. */
const FLAT_SHARE = 0.8;
const AMBIGUOUS_SHARE = 0.05;
const STALE_SHARE = 0.02;
const ONE_TRADE_SHARE = 0.5;
const COST_SHARE = 0.5;
/** Averages that remember all bars are near their values after some times their warm-up. */
const WARM_UPS = 3;

/**
 * Examines a finished run for what makes a good number worthless. An empty list is no certificate.
 *
 * @example
 * for (const { severity, text } of examineRun(result, data)) console.log(severity, text);
 */
export function examineRun(result: RunResult, data: MarketData): readonly Finding[] {
  const findings = [
    trades(result),
    flatEquity(result),
    stale(result),
    ambiguous(result),
    warmUp(result),
    costs(result),
    oneTrade(result),
    adjusted(result, data),
    impossible(result),
  ];
  return Object.freeze(findings.filter((finding) => finding !== undefined).map((finding) => Object.freeze(finding)));
}

function trades({ counts, params }: RunResult): Finding | undefined {
  if (counts.trades === 0) {
    return { code: "no-trades", severity: "wrong", text: "No trade was closed: metrics of trades are missing." };
  }
  const chosen = Object.values(params).filter((value) => typeof value === "number").length;
  const wanted = Math.max(LEAST_TRADES, TRADES_PER_PARAM * chosen);
  if (counts.trades >= wanted) return undefined;
  const text = `${pluralize(counts.trades, "closed trade")} for ${pluralize(chosen, "parameter")}: fewer than ${groupThousands(wanted)} say little about future trades.`;
  return { code: "few-trades", severity: "caution", text };
}

function flatEquity({ performance: { returns } }: RunResult): Finding | undefined {
  const flat = returns.filter((value) => value === 0).length / returns.length;
  if (!(flat > FLAT_SHARE)) return undefined;
  const text = `Equity did not change in ${percent(flat)} of the sessions: annual ratios depend on the few others.`;
  return { code: "flat-equity", severity: "caution", text };
}

function stale(result: RunResult): Finding | undefined {
  const count = staleFills(result);
  if (count === 0) return undefined;
  const share = count / result.fills.length;
  const text = `${groupThousands(count)} of ${groupThousands(result.fills.length)} fills are in bars without volume, or whose price has stood still: there may have been no one to trade with.`;
  return { code: "stale-fills", severity: share > STALE_SHARE ? "wrong" : "caution", text };
}

function ambiguous({ counts: { ambiguous: count, fills } }: RunResult): Finding | undefined {
  if (count === 0) return undefined;
  const text = `${groupThousands(count)} of ${groupThousands(fills)} fills are ambiguous: the bars do not show whether stop or target came first. Run with intrabar "optimistic" and "pessimistic", or over finer bars.`;
  return { code: "ambiguous-fills", severity: count / fills > AMBIGUOUS_SHARE ? "wrong" : "caution", text };
}

function warmUp({ performance, trades: all, equity, indicators: columns }: RunResult): Finding | undefined {
  if (!columns.some(({ key }) => remembersAllBars(key))) return undefined;
  const { warmupRecords } = performance;
  const record = Math.min(WARM_UPS * warmupRecords, equity.time.length - 1);
  const until = equity.time[record];
  if (warmupRecords === 0 || until === undefined) return undefined;
  const early = all.filter(({ entryTime }) => entryTime < until).length;
  if (early === 0) return undefined;
  const text = `${groupThousands(early)} of ${groupThousands(all.length)} trades begin before ${formatDate(equity.date[record]!)}, while indicators that remember all bars still settle: hindcast check warmup shows whether that matters.`;
  return { code: "unstable-warm-up", severity: "caution", text };
}

/** Whether some indicator of a node never forgets how it began. */
function remembersAllBars(key: string): boolean {
  const names = Array.from(key.matchAll(/(?<name>[a-z][\w-]*)\(/gi), (match) => match.groups!["name"]!);
  return Object.values(indicators).some(({ spec }) => spec.memory === "recursive" && names.includes(spec.name));
}

function costs({ performance, trades: all }: RunResult): Finding | undefined {
  const slippage = Number.isNaN(performance.slippagePaid) ? 0 : performance.slippagePaid;
  const paid = performance.commissionPaid + slippage;
  if (all.length === 0 || !(paid > 0)) return undefined;
  // Costs of what is still held are paid already, so its profit counts too.
  const net = all.reduce((sum, { pnl }) => sum + pnl, 0);
  const gross = net + paid;
  if (gross <= 0 || paid < COST_SHARE * gross) return undefined;
  const left = net <= 0 ? "no profit is left" : "slightly higher costs would leave none";
  const text = `Commission and slippage took ${percent(paid / gross)} of the profit before costs: ${left}.`;
  return { code: "costs-above-edge", severity: net <= 0 ? "wrong" : "caution", text };
}

function oneTrade({ performance: { trades: columns } }: RunResult): Finding | undefined {
  const net = columns.pnl.reduce((sum, pnl) => sum + pnl, 0);
  const best = columns.pnl.reduce((most, pnl) => Math.max(most, pnl), 0);
  if (columns.length < 2 || net <= 0 || best < ONE_TRADE_SHARE * net) return undefined;
  const text = `One trade accounts for ${percent(best / net)} of the profit.`;
  return { code: "one-trade", severity: "caution", text };
}

function adjusted({ symbols }: RunResult, data: MarketData): Finding | undefined {
  const restated = data.series
    .filter(({ instrument, priceBasis }) => symbols.includes(instrument.symbol) && (priceBasis ?? "raw") !== "raw")
    .map(({ instrument, priceBasis }) => `${instrument.symbol} (${priceBasis!.replace("_", " ")})`);
  if (restated.length === 0) return undefined;
  const text = `The prices of ${restated.join(", ")} are adjusted for later events: rules about absolute prices see the future.`;
  return { code: "prices-know-future", severity: "caution", text };
}

function impossible({ settings }: RunResult): Finding | undefined {
  const { timing, fills, account } = modelOf(settings);
  const had = [timing.tooKind, fills.gap.tooKind, account.short.tooKind].filter((words) => words !== "");
  if (had.length === 0) return undefined;
  return { code: "fills-nobody-had", severity: "wrong", text: `By its settings ${had.join(", and ")}.` };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}
