import { moneyRoundings } from "../../ledger/money.ts";
import type {
  BacktestEquity,
  BacktestList,
  BacktestRecord,
  BacktestResult,
  BacktestTrades,
  PageQuery,
} from "../../schemas/backtest.ts";
import { sentSettings } from "../../schemas/run-settings.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import { drawdownColumn } from "../../metrics/drawdown-spells.ts";
import { formatDate, formatInstant } from "../../time/instant.ts";
import { ApiError } from "../errors/api-error.ts";
import { pageTokens } from "../market-data/page-token.ts";
import { type Backtest, backtestId, type Backtests, QUEUED } from "./backtests.ts";
import type { BacktestOutcome, BacktestStanding } from "./backtest-spec.ts";

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

/** What came of a finished backtest. Throws BACKTEST_NOT_FINISHED for one that is not, or did not get there. */
export function outcomeOf(jobs: Backtests, backtest: Backtest): BacktestOutcome {
  const { status } = backtest;
  if (status === "completed") return jobs.outcome(backtest);
  throw new ApiError("BACKTEST_NOT_FINISHED", `the backtest must be completed to have a result, it is ${status}`, {
    id: backtestId(backtest),
    status,
  });
}

export function backtestResult(jobs: Backtests, backtest: Backtest): BacktestResult {
  const { summary, settings, warnings, fillHash, fingerprint } = outcomeOf(jobs, backtest);
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
  const { time, date, equity, settings } = outcomeOf(jobs, backtest);
  const coin = moneyRoundings[settings.moneyRounding].coin(decimalsOf(settings.currency));
  const drawdown = drawdownColumn(equity, settings.cash, coin);
  const { items, next } = pageOf([...time.keys()], ["equity", backtestId(backtest)], query);
  const data = items.map((i) => ({
    date: formatDate(date?.[i] ?? time[i]! - 1),
    timestamp: formatInstant(time[i]!),
    equity: equity[i]!,
    drawdown: drawdown[i]! + 0,
  }));
  return { data, next_page_token: next };
}

export function backtestTrades(jobs: Backtests, backtest: Backtest, query: PageQuery): BacktestTrades {
  const { items, next } = pageOf(outcomeOf(jobs, backtest).trades, ["trades", backtestId(backtest)], query);
  const trades = items.map((trade) => ({
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

function pageOf<Item>(
  items: readonly Item[],
  list: readonly string[],
  query: PageQuery,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const { limit, page_token: token } = query;
  const tokens = pageTokens(list, query);
  const from = token === undefined ? 0 : Number(tokens.placeOf(token, PLACE));
  const end = from + limit;
  return { items: items.slice(from, end), next: end < items.length ? tokens.tokenOf(String(end)) : null };
}

function numberOf(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}
