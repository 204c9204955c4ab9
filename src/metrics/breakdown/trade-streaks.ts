import type { Column } from "../../primitives/column.ts";

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
export function tradeStreaks(pnl: Column): readonly TradeStreak[] {
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
