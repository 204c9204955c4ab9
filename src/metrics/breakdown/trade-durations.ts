import type { Trade } from "../../ledger/records.ts";
import type { Column } from "../../primitives/column.ts";
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
 * How long closed trades lasted; `durations` has that of each, as `performance.tradeDurations` does, where it is not the difference of the instants.
 *
 * @example
 * tradeDurations([]).median; // NaN
 */
export function tradeDurations(trades: readonly Trade[], durations?: Column): TradeDurations {
  const closed = trades.filter(({ open }) => !open);
  const all = durations ?? Float64Array.from(closed, ({ entryTime, exitTime }) => exitTime - entryTime);
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
