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
import type { BacktestStanding } from "./backtest-spec.ts";
import type { PackedOutcome } from "./packed-outcome.ts";

/** A backtest as the API shows it. */
export function backtestRecord(backtest: Backtest): BacktestRecord {
  return recordOf(backtest, backtest);
}

/** It as it was when it was put in line: the answer to the request that did, however often that is repeated. */
export function queuedRecord(backtest: Backtest): BacktestRecord {
  return recordOf(backtest, QUEUED);
}

function recordOf(backtest: Backtest, standing: BacktestStanding): BacktestRecord {
  const { terms, createdAt } = backtest.asked;
  const { status, progress, error, fingerprint, startedAt, finishedAt } = standing;
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

/** Those of a key, the latest first. A page goes on behind the last one of the page before: others are begun and forgotten meanwhile. */
export function backtestList(jobs: Backtests, keyId: string, query: PageQuery): BacktestList {
  const { limit, page_token: token } = query;
  const tokens = pageTokens(["backtests", keyId], query);
  const last = token === undefined ? Infinity : Number(tokens.placeOf(token, ID).slice("bt_".length));
  const rest = jobs
    .of(keyId)
    .filter(({ number }) => number < last)
    .toReversed();
  const page = rest.slice(0, limit);
  const next = page.length < rest.length ? tokens.tokenOf(backtestId(page.at(-1)!)) : null;
  return { backtests: page.map(backtestRecord), next_page_token: next };
}

/** Throws BACKTEST_NOT_FINISHED for one that is not, or did not get there. */
function checkCompleted(backtest: Backtest): void {
  const { status } = backtest;
  if (status === "completed") return;
  throw notFinished(backtest, `the backtest must be completed to have a result, it is ${status}`);
}

function notFinished(backtest: Backtest, message: string): ApiError {
  return new ApiError("BACKTEST_NOT_FINISHED", message, { id: backtestId(backtest), status: backtest.status });
}

function outcomeOf(jobs: Backtests, backtest: Backtest): PackedOutcome {
  checkCompleted(backtest);
  return jobs.outcome(backtest);
}

/** The page of a finished backtest. Throws BACKTEST_NOT_FINISHED, also where it could not be made, and NOT_IMPLEMENTED. */
export async function backtestPage(jobs: Backtests, backtest: Backtest): Promise<Buffer> {
  checkCompleted(backtest);
  const page = await jobs.page(backtest);
  if (page === undefined) {
    const message =
      "the backtest has no report: its process ended while it made the report, the report went beyond a limit, or its server ended and the next one had another recording or another version of the strategy. Run the backtest again for a report";
    throw notFinished(backtest, message);
  }
  if (page.length === 0) throw new ApiError("NOT_IMPLEMENTED");
  return page;
}

export function backtestResult(jobs: Backtests, backtest: Backtest): BacktestResult {
  const { summary, settings, warnings, fillHash, fingerprint } = outcomeOf(jobs, backtest).index;
  const numbers = Object.entries(summary).map(([name, value]) => [name, numberOf(value)]);
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
    return: numberOf(trade.return),
    commission: trade.commission,
    mae: numberOf(trade.mae),
    mfe: numberOf(trade.mfe),
    bars: trade.bars,
    tag: trade.tag,
  }));
  return { trades, next_page_token: next };
}

const PLACE = /^[1-9]\d{0,9}$/;

/** Places of a page in a list of so many. */
function pageOf(
  length: number,
  list: readonly string[],
  query: PageQuery,
): { readonly from: number; readonly to: number; readonly next: string | null } {
  const { limit, page_token: token } = query;
  const tokens = pageTokens(list, query);
  const from = token === undefined ? 0 : Number(tokens.placeOf(token, PLACE));
  const to = Math.min(length, from + limit);
  return { from, to, next: to < length ? tokens.tokenOf(String(to)) : null };
}

function numberOf(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}
