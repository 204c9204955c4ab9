import type { Trade } from "../../ledger/records.ts";
import { mean } from "../moments.ts";
import { percentile } from "../tails.ts";

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
 * How long closed trades lasted.
 *
 * @example
 * tradeDurations([]).median; // NaN
 */
export function tradeDurations(trades: readonly Trade[]): TradeDurations {
  const closed = trades.filter(({ open }) => !open);
  const of = (some: readonly Trade[]) => Float64Array.from(some, ({ entryTime, exitTime }) => exitTime - entryTime);
  const all = of(closed);
  return Object.freeze({
    shortest: percentile(all, 0),
    median: percentile(all, 0.5),
    mean: mean(all),
    longest: percentile(all, 1),
    meanWinning: mean(of(closed.filter(({ pnl }) => pnl > 0))),
    meanLosing: mean(of(closed.filter(({ pnl }) => pnl < 0))),
  });
}
