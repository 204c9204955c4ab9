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

/** Trades in a row that all won or all lost. */
export interface TradeStreak {
  readonly won: boolean;
  /** Number of its first trade, and how many there are. */
  readonly first: number;
  readonly trades: number;
  /** What they came to, in account currency. */
  readonly pnl: number;
}

/**
 * Every streak of winning or of losing trades, in order. A trade of profit 0 belongs to none and ends one.
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

/** How long closed trades lasted, in milliseconds of calendar time; NaN where there is none. */
export interface TradeDurations {
  readonly shortest: number;
  readonly median: number;
  readonly mean: number;
  readonly longest: number;
  /** Of the trades that won, and of those that lost: whether losses are held longer than wins. */
  readonly meanWinning: number;
  readonly meanLosing: number;
}

/**
 * How long closed trades lasted; `durations` has that of each, as `performance.tradeDurations` does, where it is not the difference of the instants.
 *
 * @example
 * tradeDurations([]).median; // NaN
 */
export function tradeDurations(trades: readonly Trade[], durations?: Numbers): TradeDurations {
  const closed = trades.filter(({ open }) => !open);
  const all = durations
    ? toColumn("durations", durations)
    : Float64Array.from(closed, ({ entryTime, exitTime }) => exitTime - entryTime);
  const of = (counts: (pnl: number) => boolean) => all.filter((_, i) => counts(closed[i]!.pnl));
  return Object.freeze({
    shortest: percentile(all, 0),
    median: percentile(all, 0.5),
    mean: mean(all),
    longest: percentile(all, 1),
    meanWinning: mean(of((pnl) => pnl > 0)),
    meanLosing: mean(of((pnl) => pnl < 0)),
  });
}

/** What a group of closed trades came to; every number is that of the metric of its name. */
export interface TradeGroup {
  /** What the trades have in common. */
  readonly key: string;
  readonly trades: number;
  /** After commissions, in account currency. */
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
 * Closed trades in groups by what `keyOf` says of each, in the order of the keys: where the profit comes from. Open trades are left out, as in
 * every metric of trades.
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
 * Closed trades by symbol.
 *
 * @example
 * tradesBySymbol([]).length; // 0
 */
export function tradesBySymbol(trades: readonly Trade[]): readonly TradeGroup[] {
  return tradesBy(trades, ({ symbol }) => symbol);
}

/**
 * Closed trades by direction: `long` and `short`.
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

/** What a run paid, in account currency; above 0 is paid, and interest below 0 was earned. */
export interface CostBreakdown {
  readonly commission: number;
  /** By how much worse than the price they were aimed at the fills were. It is no entry of its own: it lies in the prices of the fills. */
  readonly slippage: number;
  /** For positions held short. */
  readonly borrow: number;
  /** On cash: owed less earned. */
  readonly interest: number;
  readonly total: number;
}

/**
 * Everything that trading cost, by kind, read from the books: the entries of a result and its fills, of one symbol too if only its entries and
 * fills are given.
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

/** Fills and their entries stand in the same order; only the entry knows the money, and with it the multiplier. */
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
