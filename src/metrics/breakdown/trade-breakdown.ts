import type { Trade } from "../../ledger/records.ts";
import { averageTrade } from "../average-trade.ts";
import { expectancy } from "../expectancy.ts";
import { longestStreak } from "../longest-streak.ts";
import { sum } from "../moments.ts";
import { payoffRatio } from "../payoff-ratio.ts";
import { profitFactor } from "../profit-factor.ts";
import { winRate } from "../win-rate.ts";

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
    longestWinningStreak: longestStreak(pnl, 1),
    longestLosingStreak: longestStreak(pnl, -1),
  });
}
