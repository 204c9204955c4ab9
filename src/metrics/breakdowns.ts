import { toColumn, type Numbers } from "../primitives/column.ts";
import type { Entry, Fill, Trade } from "../ledger/records.ts";
import { mean, percentile, sum } from "./statistics.ts";
import {
  averageTrade,
  expectancy,
  longestLosingStreak,
  longestWinningStreak,
  payoffRatio,
  profitFactor,
  winRate,
} from "./trades.ts";

/** A streak: consecutive trades that all won or all lost. */
export interface TradeStreak {
  readonly won: boolean;
  /** Index of the streak's first trade, from 0, and its number of trades. */
  readonly first: number;
  readonly trades: number;
  /** Total profit, in account currency. */
  readonly pnl: number;
}

/**
 * Returns the streaks of winning and losing trades, in order. A trade with profit 0 ends a streak and belongs to none.
 *
 * @example
 * tradeStreaks(Float64Array.of(5, 3, -2)).map((streak) => streak.trades); // 2, 1
 */
export function tradeStreaks(profits: Numbers): readonly TradeStreak[] {
  const pnl = toColumn("pnl", profits);
  const streaks: TradeStreak[] = [];
  for (let first = 0, end = 0; first < pnl.length; first = end) {
    const sign = Math.sign(pnl[first]!);
    let total = 0;
    for (end = first; end < pnl.length && Math.sign(pnl[end]!) === sign; end++) total += pnl[end]!;
    if (end === first) end++;
    else if (sign !== 0) streaks.push(Object.freeze({ won: sign > 0, first, trades: end - first, pnl: total }));
  }
  return streaks;
}

/** Durations of closed trades, in milliseconds of calendar time; NaN if there are none. */
export interface TradeDurations {
  readonly shortest: number;
  readonly median: number;
  readonly mean: number;
  readonly longest: number;
  /** Mean durations of winning and of losing trades. Compare them to see whether losers are held longer. */
  readonly meanWinning: number;
  readonly meanLosing: number;
}

/**
 * Returns the durations of closed trades. `durations` has one value per closed trade, such as `performance.tradeDurations`. Default: exit
 * time minus entry time.
 *
 * @example
 * tradeDurations([]).median; // NaN
 */
export function tradeDurations(trades: readonly Trade[], durations?: Numbers): TradeDurations {
  const closed = trades.filter(({ open }) => !open);
  const all = durations
    ? toColumn("durations", durations)
    : Float64Array.from(closed, ({ entryTime, exitTime }) => exitTime - entryTime);
  const durationsWhere = (included: (pnl: number) => boolean) => all.filter((_, i) => included(closed[i]!.pnl));
  return Object.freeze({
    shortest: percentile(all, 0),
    median: percentile(all, 0.5),
    mean: mean(all),
    longest: percentile(all, 1),
    meanWinning: mean(durationsWhere((pnl) => pnl > 0)),
    meanLosing: mean(durationsWhere((pnl) => pnl < 0)),
  });
}

/** Results of a group of closed trades. Each field is the metric of the same name, computed for the group. */
export interface TradeGroup {
  /** Key of the group: the result of `keyOf` for each of its trades. */
  readonly key: string;
  readonly trades: number;
  /** Total profit after commissions, in account currency. */
  readonly pnl: number;
  readonly commission: number;
  readonly winRate: number;
  readonly profitFactor: number;
  readonly payoffRatio: number;
  /** Mean profit, in account currency. */
  readonly expectancy: number;
  /** Mean return, a fraction. */
  readonly averageTrade: number;
  readonly longestWinningStreak: number;
  readonly longestLosingStreak: number;
}

/**
 * Groups closed trades by the result of `keyOf` and returns the groups in order of their keys. Shows where the profit comes from. Open
 * trades are left out, as in all metrics of trades.
 *
 * @example
 * tradesBy([], ({ tag }) => tag).length; // 0
 */
export function tradesBy(trades: readonly Trade[], keyOf: (trade: Trade) => string): readonly TradeGroup[] {
  const groups = new Map<string, Trade[]>();
  for (const trade of trades) {
    if (trade.open) continue;
    const key = keyOf(trade);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [trade]);
    else group.push(trade);
  }
  return [...groups.keys()].toSorted().map((key) => groupOf(key, groups.get(key)!));
}

/**
 * Groups closed trades by symbol.
 *
 * @example
 * tradesBySymbol([]).length; // 0
 */
export function tradesBySymbol(trades: readonly Trade[]): readonly TradeGroup[] {
  return tradesBy(trades, ({ symbol }) => symbol);
}

/**
 * Groups closed trades by direction: `long` and `short`.
 *
 * @example
 * tradesByDirection([]).length; // 0
 */
export function tradesByDirection(trades: readonly Trade[]): readonly TradeGroup[] {
  return tradesBy(trades, ({ direction }) => direction);
}

function groupOf(key: string, trades: readonly Trade[]): TradeGroup {
  const pnl = Float64Array.from(trades, (trade) => trade.pnl);
  return Object.freeze({
    key,
    trades: trades.length,
    pnl: sum(pnl),
    commission: sum(Float64Array.from(trades, (trade) => trade.commission)),
    winRate: winRate(pnl),
    profitFactor: profitFactor(pnl),
    payoffRatio: payoffRatio(pnl),
    expectancy: expectancy(pnl),
    averageTrade: averageTrade(Float64Array.from(trades, (trade) => trade.return)),
    longestWinningStreak: longestWinningStreak(pnl),
    longestLosingStreak: longestLosingStreak(pnl),
  });
}

/** Costs of a run by kind, in account currency. Positive amounts were paid; negative interest was earned. */
export interface CostBreakdown {
  readonly commission: number;
  /** Loss from fills at prices that slippage made worse. Slippage is part of the fill prices and has no ledger entry. */
  readonly slippage: number;
  /** Borrow fees for short positions. */
  readonly borrow: number;
  /** Interest on cash: paid minus earned. */
  readonly interest: number;
  readonly total: number;
}

/**
 * Returns the costs of trading by kind, from the ledger entries and fills of a result. For the costs of one symbol, pass only its entries
 * and fills.
 *
 * @example
 * costBreakdown([], []).total; // 0
 */
export function costBreakdown(entries: readonly Entry[], fills: readonly Fill[]): CostBreakdown {
  const paid = (kind: string) => {
    let total = 0;
    for (const entry of entries) if (entry.kind === kind) total -= entry.amount;
    return total;
  };
  const [commission, borrow, interest] = [paid("commission"), paid("borrow"), paid("interest")];
  const slippage = slippageOf(entries, fills);
  return Object.freeze({ commission, slippage, borrow, interest, total: commission + slippage + borrow + interest });
}

/** Returns the cost of slippage. Uses the amounts of ledger entries, which include the multiplier and are in the order of the fills. */
function slippageOf(entries: readonly Entry[], fills: readonly Fill[]): number {
  let total = 0;
  let next = 0;
  for (const { kind, amount, price } of entries) {
    if (kind !== "fill") continue;
    const fill = fills[next++];
    if (fill !== undefined && price !== 0) total += (fill.slippage * Math.abs(amount)) / Math.abs(price);
  }
  return total;
}
