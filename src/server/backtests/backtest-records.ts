import type {
  BacktestEquity,
  BacktestList,
  BacktestRecord,
  BacktestResult,
  BacktestTrades,
  PageQuery,
} from "../../schemas/backtest.ts";
import { sentSettings } from "../../schemas/run-settings.ts";
import { formatDate, formatInstant } from "../../time/instant.ts";
import { ApiError } from "../errors/api-error.ts";
import { pageTokens } from "../market-data/page-token.ts";
import { type Backtest, backtestId, type Backtests, QUEUED } from "./backtests.ts";
import type { BacktestState } from "./backtest-spec.ts";
import type { PackedOutcome } from "./packed-outcome.ts";

/** Returns a backtest as the API shows it. */
export function backtestRecord(backtest: Backtest): BacktestRecord {
  return recordOf(backtest, backtest);
}

/** Returns a backtest as it was when it was queued. This is the response to the request, even if the request is repeated later. */
export function queuedRecord(backtest: Backtest): BacktestRecord {
  return recordOf(backtest, QUEUED);
}

function recordOf(backtest: Backtest, state: BacktestState): BacktestRecord {
  const { terms, createdAt } = backtest.request;
  const { status, progress, error, fingerprint, startedAt, finishedAt } = state;
  const time = (instant: number): string | null => (Number.isNaN(instant) ? null : formatInstant(instant));
  return {
    id: backtestId(backtest),
    ...terms,
    settings: sentSettings(terms.settings),
    status,
    progress,
    error,
    fingerprint,
    created_at: formatInstant(createdAt),
    started_at: time(startedAt),
    finished_at: time(finishedAt),
  };
}

const ID = /^bt_[1-9]\d{0,14}$/;

/**
 * Returns a page of an API key's backtests, latest first. The next page continues after the last id of this page, since the list may change
 * between requests.
 */
export function backtestList(jobs: Backtests, keyId: string, query: PageQuery): BacktestList {
  const { limit, page_token: token } = query;
  const tokens = pageTokens(["backtests", keyId], query);
  const last = token === undefined ? Infinity : Number(tokens.placeOf(token, ID).slice("bt_".length));
  const rest = jobs
    .listFor(keyId)
    .filter(({ number }) => number < last)
    .toReversed();
  const page = rest.slice(0, limit);
  const next = page.length < rest.length ? tokens.tokenOf(backtestId(page.at(-1)!)) : null;
  return { backtests: page.map(backtestRecord), next_page_token: next };
}

/** Throws BACKTEST_NOT_FINISHED unless the backtest is completed. */
function checkCompleted(backtest: Backtest): void {
  const { status } = backtest;
  if (status === "completed") return;
  throw notFinished(backtest, `the backtest has no result: its status is ${status}, not completed`);
}

function notFinished(backtest: Backtest, message: string): ApiError {
  return new ApiError("BACKTEST_NOT_FINISHED", message, { id: backtestId(backtest), status: backtest.status });
}

function outcomeOf(jobs: Backtests, backtest: Backtest): PackedOutcome {
  checkCompleted(backtest);
  return jobs.outcome(backtest);
}

/**
 * Returns the report page of a completed backtest. Throws BACKTEST_NOT_FINISHED if the backtest is not completed or has no report page, and
 * NOT_IMPLEMENTED if the code of report pages was not built.
 */
export async function backtestPage(jobs: Backtests, backtest: Backtest): Promise<Buffer> {
  checkCompleted(backtest);
  const page = await jobs.page(backtest);
  if (page === undefined) {
    const message =
      "the backtest has no report. Its process may have ended too early, the report may exceed a limit, or the server may have restarted with another recording or strategy. Run the backtest again to get a report";
    throw notFinished(backtest, message);
  }
  if (page.length === 0) throw new ApiError("NOT_IMPLEMENTED");
  return page;
}

export function backtestResult(jobs: Backtests, backtest: Backtest): BacktestResult {
  const { summary, settings, warnings, fillHash, fingerprint } = outcomeOf(jobs, backtest).index;
  const numbers = Object.entries(summary).map(([name, value]) => [name, finiteOrNull(value)]);
  return {
    id: backtestId(backtest),
    summary: Object.fromEntries(numbers) as Record<string, unknown>,
    settings: sentSettings(settings),
    warnings: [...warnings],
    fill_hash: fillHash,
    fingerprint,
  };
}

export function backtestEquity(jobs: Backtests, backtest: Backtest, query: PageQuery): BacktestEquity {
  const outcome = outcomeOf(jobs, backtest);
  const { from, to, next } = pageOf(outcome.index.records, ["equity", backtestId(backtest)], query);
  const data = outcome.records(from, to).map(({ time, date, equity, drawdown }) => ({
    date: formatDate(date),
    timestamp: formatInstant(time),
    equity,
    drawdown: drawdown + 0,
  }));
  return { data, next_page_token: next };
}

export function backtestTrades(jobs: Backtests, backtest: Backtest, query: PageQuery): BacktestTrades {
  const outcome = outcomeOf(jobs, backtest);
  const { from, to, next } = pageOf(outcome.index.trades, ["trades", backtestId(backtest)], query);
  const trades = outcome.trades(from, to).map((trade) => ({
    symbol: trade.symbol,
    direction: trade.direction,
    quantity: trade.quantity,
    entry_date: trade.entryDate ?? formatDate(trade.entryTime),
    entry_time: formatInstant(trade.entryTime),
    entry_price: trade.entryPrice,
    exit_date: trade.exitDate ?? formatDate(trade.exitTime - 1),
    exit_time: formatInstant(trade.exitTime),
    exit_price: trade.exitPrice,
    pnl: trade.pnl,
    return: finiteOrNull(trade.return),
    commission: trade.commission,
    mae: finiteOrNull(trade.mae),
    mfe: finiteOrNull(trade.mfe),
    bars: trade.bars,
    tag: trade.tag,
  }));
  return { trades, next_page_token: next };
}

const POSITION = /^[1-9]\d{0,9}$/;

/** Returns the first and last index of a page in a list of `length` items. */
function pageOf(
  length: number,
  list: readonly string[],
  query: PageQuery,
): { readonly from: number; readonly to: number; readonly next: string | null } {
  const { limit, page_token: token } = query;
  const tokens = pageTokens(list, query);
  const from = token === undefined ? 0 : Number(tokens.placeOf(token, POSITION));
  const to = Math.min(length, from + limit);
  return { from, to, next: to < length ? tokens.tokenOf(String(to)) : null };
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}
